package dev.goldenrod.console.browser;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/** Uses a browser by keys alone. */
final class Keyboard {
  private static final int MOST_TABS = 150;

  /** More than a page has areas that scroll, or fields that have parts, which Tab stops at, too. */
  private static final int FURTHER_STOPS = 20;

  /**
   * Names what Tab has to reach, and notes where the focus is at each Tab. Starts at the skip link,
   * the first of all.
   */
  private static final String WATCH =
      """
      const isOtherOfGroup = one => one.type === 'radio' && !one.checked
        && document.querySelector(`input[type=radio][name="${one.name}"]:checked`) !== null;
      const reachable = () => [...document.querySelectorAll(
          'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
        .filter(one => !one.disabled && one.checkVisibility() && !isOtherOfGroup(one));
      const name = one => reachable().indexOf(one) + ' ' + one.cloneNode(false).outerHTML;
      const shares = [.1, .3, .5, .7, .9];
      const isUncovered = one => [...one.getClientRects()].some(box => {
        const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
        const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
        return shares.some(x => shares.some(y => one.contains(document.elementFromPoint(
          left + (right - left) * x, top + (bottom - top) * y))));
      });
      const isOutlined = one => {
        const style = getComputedStyle(one);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
      };
      window.stops = [];
      document.onkeydown = event => {
        const one = document.activeElement;
        if (event.key === 'Tab' && one !== document.body) {
          window.stops.push({name: name(one), isOutlined: isOutlined(one),
            isUncovered: isUncovered(one)});
        }
      };
      document.querySelector('.skip').focus();
      return reachable().map(name);
      """;

  /**
   * An element that Tab has reached.
   *
   * @param name its tag, after its place among all that can be reached; -1 for an area that scrolls
   * @param isOutlined whether an outline shows the focus
   * @param isUncovered whether nothing else hides all of it
   */
  record Stop(String name, boolean isOutlined, boolean isUncovered) {
    static Stop of(Map<String, Object> stop) {
      return new Stop(
          String.valueOf(stop.get("name")),
          Boolean.TRUE.equals(stop.get("isOutlined")),
          Boolean.TRUE.equals(stop.get("isUncovered")));
    }

    boolean isArea() {
      return name.startsWith("-1 ");
    }
  }

  private final Chromium browser;

  Keyboard(Chromium browser) {
    this.browser = browser;
  }

  void press(CharSequence... keys) {
    new Actions(browser.driver).sendKeys(keys).perform();
  }

  /** Moves the focus by Tab to the element with the accessible name. */
  void tabTo(String name) {
    for (int tabs = 0; !focused().equals(name); tabs++) {
      if (tabs == MOST_TABS) {
        throw new AssertionError("Tab does not reach '" + name + "' on: " + browser.text());
      }
      press(Keys.TAB);
    }
  }

  /** Moves the focus by Tab to the element with the accessible name, and presses Enter. */
  void follow(String name) {
    tabTo(name);
    press(Keys.ENTER);
  }

  /** Returns the accessible name of the element that has the focus. */
  String focused() {
    return browser.driver.switchTo().activeElement().getAccessibleName();
  }

  /** Begins at the start of the page; returns what Tab has to reach, in the page's order. */
  List<String> watch() {
    return browser.texts(WATCH);
  }

  /** Returns where the focus stops, once each, up to the last one that has to be reached. */
  List<Stop> stops(List<String> wanted) {
    press(String.join("", Collections.nCopies(wanted.size() + FURTHER_STOPS, Keys.TAB)));
    List<Stop> stops = new ArrayList<>();
    for (Stop stop : noted()) {
      if (stops.isEmpty() || !stops.get(stops.size() - 1).name().equals(stop.name())) {
        stops.add(stop);
      }
      if (stop.name().equals(wanted.get(wanted.size() - 1))) {
        break;
      }
    }
    return stops;
  }

  @SuppressWarnings("unchecked")
  private List<Stop> noted() {
    return ((List<Map<String, Object>>)
            Objects.requireNonNull(browser.driver.executeScript("return window.stops")))
        .stream().map(Stop::of).toList();
  }
}
