package dev.goldenrod.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.control.Instances;
import dev.goldenrod.instance.Ttl;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.Keys;

/** A member's way through the console, in a real browser. */
@EnabledIf(
    value = "dev.goldenrod.console.browser.Chromium#isPresent",
    disabledReason = "chromium and chromedriver are not installed")
class WalkTest {
  private final ServedConsole server = new ServedConsole();
  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  private Chromium browser;

  @BeforeEach
  void open() {
    server.golden("shop");
    loop.scheduleWithFixedDelay(server::work, 0, 50, TimeUnit.MILLISECONDS);
    browser = Chromium.open(server.address());
  }

  @AfterEach
  void close() {
    browser.close();
    loop.shutdownNow();
    server.close();
  }

  @Test
  void a_member_signs_in_launches_a_clone_and_deletes_it() {
    browser.visit("/clones");
    browser.type("Email address", ServedConsole.ADMIN);
    browser.type("Password", ServedConsole.PASSWORD);
    browser.click("Sign in");
    browser.click("Launch a clone");
    browser.type("Name", "mine");
    browser.click("Launch");
    browser.awaitText("Ready");
    browser.click("Goldens");
    browser.click("shop");
    browser.awaitText("Versions");
    browser.click("Clones");
    browser.click("mine");
    browser.awaitText("Lifetime");
    assertThat(browser.heading()).isEqualTo("mine");

    browser.click("Show the connection string");
    browser.awaitText("postgres");
    assertThat(browser.driver.getCurrentUrl()).doesNotContain("postgres");
    browser.click("Back");

    browser.type("Time to live", "never");
    browser.click("Extend");
    browser.awaitText("must be a duration");

    browser.click("Delete");
    browser.click("Delete the clone");
    browser.awaitText("No clone is running");
    assertThat(browser.complaints()).allMatch(one -> one.contains("/extend - Failed to load"));
    assertThat(browser.loaded()).allMatch(file -> file.startsWith(server.address().toString()));
  }

  @Tag("slow")
  @Test
  void the_first_steps_keep_what_is_typed_and_end_with_the_first_clone() {
    browser.signIn();
    browser.visit("/");
    browser.type("Name", "half");

    server.golden("crm");
    browser.awaitText("2 goldens");
    assertThat(
            browser.texts("return [document.querySelector('#first-steps input[name=name]').value]"))
        .containsExactly("half");
    assertThat(browser.text()).contains("First steps").doesNotContain("A golden is ready");

    server
        .control
        .instances()
        .launch(server.admin, Instances.Launch.latest("crm", Ttl.parse("1h")));
    browser.awaitText("1 clone");
    browser.awaitTrue("document.getElementById('first-steps').offsetHeight === 0");
  }

  @Test
  void the_keyboard_alone_reaches_the_content() {
    browser.visit("/sign-in");
    browser.driver.switchTo().activeElement().sendKeys(ServedConsole.ADMIN, Keys.TAB);
    browser.driver.switchTo().activeElement().sendKeys(ServedConsole.PASSWORD, Keys.ENTER);
    browser.awaitText("Overview");

    browser.visit("/clones");
    browser.driver.switchTo().activeElement().sendKeys(Keys.TAB);
    browser.driver.switchTo().activeElement().sendKeys(Keys.ENTER);
    browser.driver.switchTo().activeElement().sendKeys(Keys.TAB);

    assertThat(browser.driver.switchTo().activeElement().getText()).isEqualTo("Launch a clone");
  }
}
