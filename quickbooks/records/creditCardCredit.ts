import { onCreditCard } from './onCreditCard';

export const creditCardCredit = onCreditCard(
	{
		value: 'creditCardCredit',
		name: 'Credit Card Credit',
		noun: 'credit card credit',
		plural: 'credit card credits',
	},
	'CreditCardCredit',
);
