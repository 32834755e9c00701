import { onCreditCard } from './onCreditCard';

export const creditCardCharge = onCreditCard(
	{
		value: 'creditCardCharge',
		name: 'Credit Card Charge',
		noun: 'credit card charge',
		plural: 'credit card charges',
	},
	'CreditCardCharge',
);
