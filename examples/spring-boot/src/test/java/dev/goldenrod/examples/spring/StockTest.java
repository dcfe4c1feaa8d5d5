package dev.goldenrod.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The tests of one application context share a clone, which Flyway finds migrated. */
@SpringBootTest
class StockTest {
  @Autowired BookShop shop;
  @Autowired Flyway flyway;

  @Test
  void the_shop_opens_with_what_the_migrations_bring() {
    assertThat(shop.stock("Persuasion")).isEqualTo(3);
    assertThat(flyway.info().pending()).isEmpty();
  }
}
