package dev.goldenrod.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.junit.CloneLease;
import dev.goldenrod.junit.Goldenrod;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistrar;

@SpringBootTest
class TwoDatabasesTest {
  @Autowired BookShop shop;

  @Autowired
  @Qualifier("auditDataSource")
  DataSource audit;

  @Test
  void each_database_of_the_application_is_a_clone_of_its_own_golden() {
    JdbcClient events = JdbcClient.create(audit);
    events.sql("insert into events values ('sold')").update();

    assertThat(events.sql("select what from events").query(String.class).list())
        .containsExactly("opened", "sold");
    assertThat(shop.stock("Persuasion")).isEqualTo(3);
  }

  /** The application's second data source, defined here for the example only. */
  @TestConfiguration(proxyBeanMethods = false)
  static class AuditDatabase {
    @Bean(defaultCandidate = false)
    DataSource auditDataSource(
        @Value("${audit.url}") String url,
        @Value("${audit.username}") String username,
        @Value("${audit.password}") String password) {
      return DataSourceBuilder.create().url(url).username(username).password(password).build();
    }
  }

  @TestConfiguration(proxyBeanMethods = false)
  static class AuditClone {
    private static final Goldenrod GOLDENS =
        Goldenrod.embedded().golden("audit", from -> from.script("db/audit.sql"));

    /** Closed with the application context. */
    @Bean
    CloneLease auditClone() {
      return GOLDENS.launch("audit");
    }

    @Bean
    DynamicPropertyRegistrar auditLogin(CloneLease auditClone) {
      Credentials login = auditClone.credentials();
      return properties -> {
        properties.add("audit.url", login::jdbcUrl);
        properties.add("audit.username", login::username);
        properties.add("audit.password", login::password);
      };
    }
  }
}
