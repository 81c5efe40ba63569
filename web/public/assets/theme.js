// Before the first paint: the theme that was chosen, or the system's, so that the page does not flash.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('web.theme');
  } catch {}
  var isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
