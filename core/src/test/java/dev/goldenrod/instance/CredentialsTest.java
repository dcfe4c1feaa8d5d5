package dev.goldenrod.instance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CredentialsTest {
  @Test
  void the_text_for_logs_has_no_secret() {
    Credentials credentials =
        new Credentials("postgresql://app:hush@db:5432/shop", "db", 5432, "shop", "app", "hush");

    assertThat(credentials).hasToString("Credentials[app@db:5432/shop]");
    assertThat("" + java.util.List.of(credentials)).doesNotContain("hush");
  }
}
