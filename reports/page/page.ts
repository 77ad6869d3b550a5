/** What scripts add to a page that is complete without them: copying, opening what a link points at, opening all for print. */

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const source = document.getElementById(button.dataset['copy'] ?? '');
  const status = button.parentElement?.querySelector('[role=status]');
  if (!source || !status) return;
  status.textContent = (await copied(source)) ? 'Copied' : 'Press Ctrl+C to copy';
  setTimeout(() => {
    status.textContent = '';
  }, 3000);
}

/** Where the clipboard is out of reach the text is selected instead. */
async function copied(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}

function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement) element.open = true;
  }
  target?.scrollIntoView();
}

addEventListener('hashchange', openTarget);
if (location.hash) openTarget();

let opened: HTMLDetailsElement[] = [];

addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
  for (const details of opened) details.open = true;
});

addEventListener('afterprint', () => {
  for (const details of opened) details.open = false;
});
