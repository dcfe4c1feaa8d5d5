package dev.goldenrod.console.browser;

import dev.goldenrod.console.ServedConsole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.FluentWait;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A Chromium of this machine without a window, which one test drives. */
public final class Chromium implements AutoCloseable {
  static final Dimension WIDE = new Dimension(1280, 900);
  static final Dimension NARROW = new Dimension(360, 740);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration INTERVAL = Duration.ofMillis(50);

  public final ChromeDriver driver;
  private final URI server;

  private Chromium(URI server, ChromeDriver driver) {
    this.server = server;
    this.driver = driver;
  }

  /** Returns whether this machine has what these tests need. */
  public static boolean isPresent() {
    return program("chromium").isPresent() && program("chromedriver").isPresent();
  }

  private static Optional<Path> program(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  public static Chromium open(URI server, String... options) {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions chosen = new ChromeOptions();
    chosen.setBinary(program("chromium").orElseThrow().toString());
    chosen.addArguments("--headless=new", "--disable-gpu", "--disable-dev-shm-usage");
    // Its sandbox refuses root; these tests open pages of their own only.
    chosen.addArguments("--no-sandbox");
    chosen.addArguments(options);
    chosen.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(program("chromedriver").orElseThrow().toFile())
            .usingAnyFreePort()
            .build();
    ChromeDriver driver = new ChromeDriver(service, chosen);
    driver.manage().window().setSize(WIDE);
    return new Chromium(server, driver);
  }

  public void visit(String path) {
    driver.get(server.resolve(path).toString());
  }

  public void click(String text) {
    String path =
        "//*[self::button or self::a or self::summary][normalize-space()='%s']".formatted(text);
    use(path, WebElement::click);
  }

  public void type(String label, String text) {
    use(
        "//label[contains(normalize-space(),'%s')]//input".formatted(label),
        field -> {
          field.clear();
          field.sendKeys(text);
        });
  }

  /** Sets whether pages that are opened from now on run scripts. */
  void allowScripts(boolean allowed) {
    driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !allowed));
  }

  /** Waits for the page to show the text. */
  public void awaitText(String text) {
    await("'" + text + "'").until(shown -> text().contains(text));
  }

  public String text() {
    return String.valueOf(
        driver.executeScript("return document.querySelector('main')?.innerText ?? ''"));
  }

  /** Returns the text of the element with the id. */
  public String textOf(String id) {
    return String.valueOf(
        driver.executeScript("return document.getElementById(arguments[0])?.innerText ?? ''", id));
  }

  public String heading() {
    return String.valueOf(
        driver.executeScript("return document.querySelector('h1')?.innerText ?? ''"));
  }

  /** Uses the element as soon as the page has it, again if a script replaces it meanwhile. */
  private void use(String path, Consumer<WebElement> action) {
    await(path)
        .ignoring(NoSuchElementException.class, WebDriverException.class)
        .until(
            shown -> {
              action.accept(shown.findElement(By.xpath(path)));
              return true;
            });
  }

  private FluentWait<WebDriver> await(String what) {
    return new WebDriverWait(driver, PATIENCE)
        .pollingEvery(INTERVAL)
        .withMessage(() -> what + " on the page, which shows: " + text());
  }

  /** Waits for a condition that a script computes. */
  void awaitTrue(String condition) {
    await(condition)
        .until(shown -> Boolean.TRUE.equals(driver.executeScript("return " + condition)));
  }

  /** Returns the texts that a script finds. */
  @SuppressWarnings("unchecked")
  List<String> texts(String script) {
    return (List<String>) Objects.requireNonNull(driver.executeScript(script));
  }

  /** Signs the admin of the test's server in. */
  void signIn() {
    visit("/sign-in");
    type("Email address", ServedConsole.ADMIN);
    type("Password", ServedConsole.PASSWORD);
    click("Sign in");
    awaitText("Overview");
  }

  /** Sets whether the user prefers {@code light} or {@code dark} pages. */
  void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Sets the size of the screen, also below what windows may be. */
  void resize(Dimension size) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width", size.width, "height", size.height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Returns a number that a script computes. */
  long number(String expression) {
    return ((Number) Objects.requireNonNull(driver.executeScript("return " + expression)))
        .longValue();
  }

  /** Returns how much of the page has moved since it was shown; below 0.1 is good. */
  double layoutShift() {
    Object shift =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            let sum = 0;
            new PerformanceObserver(list => list.getEntries().forEach(one => sum += one.value))
              .observe({type: 'layout-shift', buffered: true});
            requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
            """);
    return ((Number) Objects.requireNonNull(shift)).doubleValue();
  }

  /** Returns the bytes of the page and of each file that it needs, as a first visit gets them. */
  @SuppressWarnings("unchecked")
  Map<String, Long> transferSizes() {
    return (Map<String, Long>)
        driver.executeScript(
            """
            const entries = [...performance.getEntriesByType('navigation'),
              ...performance.getEntriesByType('resource')];
            return Object.fromEntries(entries.map(one => [one.name, one.encodedBodySize]));
            """);
  }

  /** Writes a picture of the page. */
  void save(Path file) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the browser complained about, such as a file that a policy forbids. */
  public List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Returns the addresses that the shown page has loaded files from. */
  @SuppressWarnings("unchecked")
  List<String> loaded() {
    return (List<String>)
        driver.executeScript(
            "return performance.getEntriesByType('resource').map(one => one.name)");
  }

  @Override
  public void close() {
    driver.quit();
  }
}
