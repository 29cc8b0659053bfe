// Before the first paint: theme, motion and language as they were chosen here. The policy of the page allows no inline script.
(function () {
  var root = document.documentElement;
  var chosen;
  try {
    chosen = JSON.parse(localStorage.getItem('tenshu.settings') || '{}') || {};
  } catch {
    chosen = {};
  }
  function prefers(query) {
    return window.matchMedia && matchMedia(query).matches;
  }
  var theme = chosen.theme;
  if (!theme || theme === 'auto') {
    theme = prefers('(prefers-contrast: more)')
      ? 'contrast'
      : prefers('(prefers-color-scheme: light)')
        ? 'light'
        : 'dark';
  }
  var still = chosen.motion === 'still' || (chosen.motion !== 'full' && prefers('(prefers-reduced-motion: reduce)'));
  root.dataset.theme = theme;
  root.dataset.motion = still ? 'still' : 'full';
  root.dataset.pieces = chosen.pieces || 'drawn';
  root.lang = chosen.language || (/^pt/i.test(navigator.language) ? 'pt-BR' : 'en');
  // Read from the page before the client runs: what the shell paints with, so that nothing flashes.
  var colours = { dark: '#140d14', light: '#e6d9bd', contrast: '#000000' };
  root.style.backgroundColor = colours[theme];
  var meta = document.querySelector('meta[name=theme-color]');
  if (meta) meta.setAttribute('content', colours[theme]);
})();
