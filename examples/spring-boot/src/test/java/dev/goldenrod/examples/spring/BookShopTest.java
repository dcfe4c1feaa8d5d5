package dev.goldenrod.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DataIntegrityViolationException;

/** Each test has its own clone, so a sale in one test does not affect the others. */
@SpringBootTest(properties = "goldenrod.per-test=true")
class BookShopTest {
  @Autowired BookShop shop;

  @Test
  void a_book_that_is_sold_is_out_of_stock() {
    shop.sell("Emma");

    assertThat(shop.stock("Emma")).isZero();
  }

  @Test
  void the_last_book_is_sold_once() {
    shop.sell("Emma");

    assertThatThrownBy(() -> shop.sell("Emma")).isInstanceOf(DataIntegrityViolationException.class);
  }
}
