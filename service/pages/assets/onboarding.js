// Asks every two seconds whether the connector has been here, and says so without anybody reloading the page.
const PAUSE_MILLISECONDS = 2000;
const status = document.getElementById('status');

async function look() {
	try {
		const answer = await fetch(status.dataset.address, { cache: 'no-store', redirect: 'manual' });
		// The setup is finished or the link has expired: the page itself knows where to go then.
		if (answer.type === 'opaqueredirect' || answer.status === 410) return location.reload();
		const { connected, sentence } = await answer.json();
		if (connected && status.dataset.connected !== 'true') {
			status.dataset.connected = 'true';
			status.className = 'status good';
			document.getElementById('finish').disabled = false;
			document.getElementById('simulation')?.remove();
		}
		if (status.textContent !== sentence) status.textContent = sentence;
	} catch {
		// The service or the network is away for a moment; the next look may find it again.
	}
	setTimeout(look, PAUSE_MILLISECONDS);
}

setTimeout(look, PAUSE_MILLISECONDS);
