// Before the first paint: the theme that was chosen, or the system's, so that the page does not flash.
(function () {
  var chosen = null;
  try {
    // A page of a public link looks as its address says.
    chosen = location.pathname.startsWith('/share/')
      ? new URLSearchParams(location.search).get('theme')
      : localStorage.getItem('web.theme');
  } catch {
    // Storage is blocked: the theme of the system is used.
  }
  var isDark =
    chosen === 'dark' || chosen === 'light' ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
