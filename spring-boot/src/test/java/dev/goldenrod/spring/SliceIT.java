package dev.goldenrod.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.jdbc.JdbcTest;
import org.springframework.jdbc.core.simple.JdbcClient;

@JdbcTest(properties = {"goldenrod.golden=shop", "goldenrod.script=emma.sql"})
@Tag("slow")
class SliceIT {
  @Autowired JdbcClient database;

  @Test
  void a_slice_has_a_clone_and_scripts_run_after_the_migrations() {
    assertThat(ShopApplication.titles(database)).containsExactly("Emma", "Persuasion");
  }
}
