package dev.goldenrod.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

@SpringBootTest(
    properties = {
      "goldenrod.golden=shop",
      "spring.flyway.enabled=false",
      "spring.liquibase.enabled=true",
      "spring.liquibase.change-log=classpath:/db/changelog/main.sql",
      "spring.liquibase.contexts=test",
      "spring.liquibase.parameters.opening=Persuasion"
    })
@Tag("slow")
class LiquibaseIT {
  @Autowired JdbcClient database;

  @Test
  void the_golden_has_what_the_applications_liquibase_changes() {
    assertThat(ShopApplication.titles(database)).containsExactly("Persuasion");
  }

  @Test
  void the_application_finds_its_changes_made_before_it_started() {
    assertThat(
            database
                .sql("select max(dateexecuted) < pg_postmaster_start_time() from databasechangelog")
                .query(Boolean.class)
                .single())
        .isTrue();
  }
}
