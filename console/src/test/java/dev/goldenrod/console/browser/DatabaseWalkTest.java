package dev.goldenrod.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.control.Databases;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** From a new database to a promoted branch in a real browser. */
@EnabledIf(
    value = "dev.goldenrod.console.browser.Chromium#isPresent",
    disabledReason = "chromium and chromedriver are not installed")
@Tag("slow")
class DatabaseWalkTest {
  private final ServedConsole server = new ServedConsole();
  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  private Chromium browser;

  @BeforeEach
  void open() {
    browser = Chromium.open(server.address());
    browser.signIn();
  }

  @AfterEach
  void close() {
    browser.close();
    loop.shutdownNow();
    server.close();
  }

  @Test
  void a_member_branches_a_database_and_promotes_the_branch() {
    loop.scheduleWithFixedDelay(server::work, 0, 50, TimeUnit.MILLISECONDS);
    browser.click("Databases");
    browser.click("New database");
    browser.type("Name", "shop");
    browser.click("Create the database");
    browser.awaitText("running");

    browser.click("Branch");
    browser.type("Name of the branch", "next");
    browser.click("Create the branch");
    browser.awaitText("Branch next of shop is being created.");
    browser.awaitText("Compare with shop");
    browser.awaitText("running");
    change("next", "CREATE TABLE coffee (id integer)");

    browser.click("Compare with shop");
    browser.awaitText("CREATE TABLE coffee");
    assertThat(browser.text()).doesNotContain("is being created");
    browser.click("Promote next");
    browser.awaitText("are disconnected once");
    browser.click("Promote next");
    browser.awaitText("shop-old-1");
    assertThat(browser.heading()).isEqualTo("shop");

    browser.click("Take a snapshot");
    browser.type("Name of the snapshot", "monday");
    browser.click("Take the snapshot");
    browser.awaitText("ready");

    restore();

    browser.click("Delete the database");
    browser.awaitText("2 branches come from it");
    browser.driver.findElement(By.cssSelector("input[value=delete]")).click();
    browser.click("Delete");
    browser.awaitText("There is no database yet");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void the_keyboard_follows_the_drawn_tree() {
    new DatabasesWithData(server);
    browser.visit("/databases/tea-shop/tree");
    browser.driver.executeScript("document.getElementById('drawing').focus()");

    for (String next : new String[] {"tea-shop", "monday", "tea-next"}) {
      browser.driver.switchTo().activeElement().sendKeys(Keys.TAB);
      assertThat(browser.driver.switchTo().activeElement().getText()).contains(next);
    }
    browser.driver.switchTo().activeElement().sendKeys(Keys.ENTER);
    browser.awaitText("Branch of");

    assertThat(browser.heading()).isEqualTo("tea-next");
  }

  private void restore() {
    browser.driver.findElement(By.partialLinkText("Restore to this")).click();
    browser.awaitText("Two steps bring shop back to it");
    browser.click("Create the branch");
    browser.click("Continue with the promotion");
    browser.awaitText("Promote shop-restored to shop?");
    browser.click("Promote shop-restored");
    browser.awaitText("shop-old-2");
    assertThat(browser.heading()).isEqualTo("shop");
  }

  private void change(String database, String ddl) {
    Databases databases = server.control.databases();
    server.dataPlane.write(
        databases.credentials(server.admin, databases.find(server.admin, database)), ddl);
  }
}
