package dev.goldenrod.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.TestContextManager;

/**
 * Refusals are reported at the start of the application context by Spring Boot's failure analysis.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefusalsIT {
  private final CapturedOutput output;

  RefusalsIT(CapturedOutput output) {
    this.output = output;
  }

  @Test
  void a_golden_of_nothing() {
    refused(
        OfNothing.class,
        "goldenrod.golden is 'shop', but there is nothing to create it from",
        "Set goldenrod.migrations, goldenrod.liquibase, goldenrod.dump or goldenrod.script");
  }

  @Test
  void a_property_that_is_not_known() {
    refused(
        Misspelt.class,
        "Goldenrod does not know the property goldenrod.migration (",
        "Use one of goldenrod.golden, per-test, script, migrations, liquibase, dump");
  }

  @Test
  void migrations_that_are_nowhere() {
    refused(
        Nowhere.class,
        "goldenrod.golden is 'shop', but there is nothing to create it from",
        "Set goldenrod.migrations");
    assertThat(output).contains("and that finds files (spring.flyway.locations");
  }

  @Tag("slow")
  @Test
  void migrations_that_fail() {
    refused(
        Broken.class,
        "The application's migrations, from which the golden is created, failed: ",
        "Fix the migrations");
    assertThat(output).contains("V1__wrong.sql", "syntax error at or near \"tabel\"");
  }

  @Test
  void a_name_that_no_golden_has() {
    refused(
        Misnamed.class,
        "There is no clone of golden 'The Shop': golden 'The Shop' must have 1 to 40 characters a-z",
        "Fix the problem");
  }

  @Test
  void a_server_that_does_not_answer() {
    refused(
        Unreachable.class,
        "There is no clone of golden 'shop': GET http://127.0.0.1:1/v1/engines got no answer",
        "Fix the problem");
  }

  @Test
  void a_server_without_a_token() {
    refused(
        WithoutToken.class,
        "goldenrod.server.url is set and goldenrod.server.token is not",
        "Set both, or neither");
  }

  @Tag("slow")
  @Test
  void an_application_that_connects_elsewhere() {
    refused(
        Elsewhere.class,
        "goldenrod.golden is 'films', but bean 'own' connects elsewhere:"
            + " jdbc:postgresql://elsewhere.invalid/shop",
        "remove whatever else sets its URL in this test, such as @ServiceConnection");
  }

  @Test
  void a_clone_for_each_test_without_a_pool_that_can_be_led_to_it() throws Exception {
    TestContextManager test = new TestContextManager(WithoutPool.class);
    test.prepareTestInstance(new WithoutPool());

    assertThatThrownBy(
            () ->
                test.beforeTestMethod(
                    new WithoutPool(), WithoutPool.class.getDeclaredMethod("test")))
        .hasMessageContaining("no bean of the application context is a HikariCP pool");
  }

  private void refused(Class<?> test, String description, String action) {
    assertThatThrownBy(() -> new TestContextManager(test).getTestContext().getApplicationContext())
        .extracting(RefusalsIT::refusalIn)
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasMessageContainingAll(description, action);
    assertThat(output)
        .containsSubsequence(
            "APPLICATION FAILED TO START", "Description:", description, "Action:", action);
  }

  private static Throwable refusalIn(Throwable failure) {
    return failure instanceof CloneSetupException || failure.getCause() == null
        ? failure
        : refusalIn(failure.getCause());
  }

  @SpringBootTest(
      classes = ShopApplication.class,
      properties = {"goldenrod.golden=shop", "spring.flyway.enabled=false"})
  static class OfNothing {}

  @SpringBootTest(
      classes = ShopApplication.class,
      properties = {"goldenrod.golden=shop", "goldenrod.migration=db/migration"})
  static class Misspelt {}

  @SpringBootTest(
      classes = ShopApplication.class,
      properties = {"goldenrod.golden=shop", "spring.flyway.locations=classpath:db/migratoin"})
  static class Nowhere {}

  @SpringBootTest(
      classes = ShopApplication.class,
      properties = {"goldenrod.golden=shop", "spring.flyway.locations=classpath:db/broken"})
  static class Broken {}

  @SpringBootTest(classes = ShopApplication.class, properties = "goldenrod.golden=The Shop")
  static class Misnamed {}

  @SpringBootTest(
      classes = ShopApplication.class,
      properties = {
        "goldenrod.golden=shop",
        "goldenrod.server.url=http://127.0.0.1:1",
        "goldenrod.server.token=nobody's"
      })
  static class Unreachable {}

  @SpringBootTest(
      classes = ShopApplication.class,
      properties = {"goldenrod.golden=shop", "goldenrod.server.url=http://127.0.0.1:1"})
  static class WithoutToken {}

  @SpringBootTest(
      classes = {ShopApplication.class, OwnPool.class},
      properties = {
        "goldenrod.golden=films",
        "goldenrod.migrations=db/plain",
        "spring.flyway.enabled=false"
      })
  static class Elsewhere {}

  @SpringBootTest(
      classes = ShopApplication.class,
      properties = {
        "goldenrod.golden=films",
        "goldenrod.migrations=db/plain",
        "goldenrod.per-test=true",
        "spring.flyway.enabled=false",
        "spring.datasource.type=org.springframework.jdbc.datasource.SimpleDriverDataSource"
      })
  static class WithoutPool {
    void test() {}
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnPool {
    @Bean
    HikariDataSource own() {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl("jdbc:postgresql://elsewhere.invalid/shop");
      return pool;
    }
  }
}
