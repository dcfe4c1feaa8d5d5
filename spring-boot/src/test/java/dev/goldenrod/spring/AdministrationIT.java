package dev.goldenrod.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

@SpringBootTest(
    properties = {
      "goldenrod.golden=shop",
      "goldenrod.roles=reporting",
      "goldenrod.admin-script=admin.sql",
      "goldenrod.size=medium",
      "spring.flyway.locations=classpath:db/reporting"
    })
class AdministrationIT {
  @Autowired JdbcClient database;

  @Test
  void the_applications_migrations_grant_to_roles_that_the_properties_have_created() {
    assertThat(ShopApplication.titles(database)).isEmpty();
    assertThat(
            database
                .sql("select has_table_privilege('reporting', 'books', 'select')")
                .query(Boolean.class)
                .single())
        .isTrue();
  }

  @Test
  void a_clone_is_of_the_size_that_the_properties_say() {
    assertThat(database.sql("show max_connections").query(String.class).single()).isEqualTo("100");
  }
}
