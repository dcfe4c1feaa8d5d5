// Pages work without this file; it shows local times, copies texts and keeps open pages current.
(() => {
  const format = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeStyle: "short"});

  const showLocalTimes = (root) =>
    root.querySelectorAll("time[datetime]:not([title])").forEach((time) => {
      time.title = time.dateTime;
      time.textContent = format.format(new Date(time.dateTime));
    });

  // Only a visible page listens: browsers allow a server few connections at once.
  let events = null;
  const listen = () => {
    const wanted = !document.hidden && document.querySelector("#live") !== null;
    if (wanted && events === null) {
      events = new EventSource("/live");
      events.onmessage = () => htmx.trigger(document.body, "changed");
    } else if (!wanted && events !== null) {
      events.close();
      events = null;
    }
  };

  const copy = async (button) => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  };

  const start = () => {
    showLocalTimes(document);
    listen();
  };

  document.addEventListener("DOMContentLoaded", start);
  document.addEventListener("visibilitychange", listen);
  document.addEventListener("htmx:afterSettle", start);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button !== null) {
      copy(button);
    }
  });
})();
