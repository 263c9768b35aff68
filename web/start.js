// Stands in the page itself and runs before it is drawn: sets the theme, so that nothing flashes, and fetches the texts
// of the right language ahead.

(() => {
  // The build writes here where the texts of each language are.
  const TEXTS = {};
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem("paperdice.settings") ?? "{}") ?? {};
  } catch {
    // Storing may be forbidden here: the device's own wishes count then.
  }
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = settings.theme === "light" || settings.theme === "dark" ? settings.theme : isDark ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  const wanted = settings.lang in TEXTS ? [settings.lang] : navigator.languages;
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((lang) => lang in TEXTS);
  const texts = TEXTS[known ?? "en"];
  if (!texts) return;
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = texts;
  document.head.append(link);
})();
