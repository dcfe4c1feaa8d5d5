package dev.goldenrod.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.MethodMode;

@SpringBootTest(properties = "goldenrod.golden=shop")
class CloneOfContextIT {
  @Autowired JdbcClient database;
  @Autowired DataSource pool;
  @Autowired Flyway flyway;
  @Autowired Environment environment;

  @Test
  void the_golden_has_what_the_application_itself_migrates() {
    assertThat(flyway.info().applied()).hasSize(1);
    assertThat(flyway.info().pending()).isEmpty();
    assertThat(
            database
                .sql("select count(*) from pg_namespace where nspname = 'reading_room'")
                .query(Long.class)
                .single())
        .isEqualTo(1);
  }

  @Test
  @DirtiesContext(methodMode = MethodMode.AFTER_METHOD)
  void a_context_has_a_clone_of_its_own() {
    assertThat(ShopApplication.titles(database)).containsExactly("Persuasion");
    ShopApplication.add(database, "Emma");
  }

  @Test
  @DirtiesContext(methodMode = MethodMode.AFTER_METHOD)
  void another_context_has_another_clone() {
    assertThat(ShopApplication.titles(database)).containsExactly("Persuasion");
    ShopApplication.add(database, "Emma");
  }

  @Test
  void the_pool_is_the_one_that_spring_boot_makes_and_no_login_leads_elsewhere() {
    assertThat(pool).isInstanceOf(HikariDataSource.class);
    assertThat(environment.getProperty("spring.flyway.user"))
        .isEqualTo(environment.getProperty("spring.datasource.username"));
  }
}
