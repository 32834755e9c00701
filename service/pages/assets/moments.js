// Shows times in the reader's own time zone. The pages are written in UTC, because the service does not know that zone.
const full = { dateStyle: 'medium', timeStyle: 'short' };
const hour = { hour: '2-digit', minute: '2-digit' };

for (const element of document.querySelectorAll('[datetime], [data-hour]')) {
	const time = element.getAttribute('datetime') ?? element.dataset.hour;
	const format = element.dataset.hour === undefined ? full : hour;
	element.textContent = new Intl.DateTimeFormat(undefined, format).format(new Date(time));
}
for (const zone of document.querySelectorAll('[data-zone]'))
	zone.textContent = new Intl.DateTimeFormat().resolvedOptions().timeZone;
