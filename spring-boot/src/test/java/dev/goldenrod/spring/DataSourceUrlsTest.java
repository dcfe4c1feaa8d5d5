package dev.goldenrod.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

class DataSourceUrlsTest {
  private static final String URL = "jdbc:postgresql://db.example:5432/shop";

  @Test
  void pools_and_drivers_tell_their_own() {
    PGSimpleDataSource driver = new PGSimpleDataSource();
    driver.setUrl(URL);

    assertThat(DataSourceUrls.of(pool(URL))).containsExactly(URL);
    assertThat(DataSourceUrls.of(new DriverManagerDataSource(URL))).containsExactly(URL);
    assertThat(DataSourceUrls.of(driver)).hasSize(1).first().asString().startsWith(URL);
  }

  @Test
  void a_wrapper_connects_where_what_it_wraps_does() {
    HikariDataSource around = new HikariDataSource();
    around.setDataSource(pool(URL));

    assertThat(DataSourceUrls.of(new LazyConnectionDataSourceProxy(pool(URL))))
        .containsExactly(URL);
    assertThat(DataSourceUrls.of(around)).containsExactly(URL);
  }

  @Test
  void routes_lead_to_all_their_targets() {
    AbstractRoutingDataSource routes =
        new AbstractRoutingDataSource() {
          @Override
          protected Object determineCurrentLookupKey() {
            return "shop";
          }
        };
    routes.setTargetDataSources(Map.of("shop", pool(URL), "audit", pool(URL + "2")));
    routes.afterPropertiesSet();

    assertThat(DataSourceUrls.of(routes)).containsExactlyInAnyOrder(URL, URL + "2");
  }

  @Test
  void what_cannot_be_told_is_not_passed_over() {
    HikariDataSource byClass = pool(URL);
    byClass.setDataSourceClassName("org.postgresql.ds.PGSimpleDataSource");
    DataSource own =
        new AbstractDataSource() {
          @Override
          public java.sql.Connection getConnection() {
            throw new AssertionError("nothing is to connect");
          }

          @Override
          public java.sql.Connection getConnection(String user, String password) {
            throw new AssertionError("nothing is to connect");
          }
        };

    assertThat(DataSourceUrls.of(byClass)).containsExactly(DataSourceUrls.UNKNOWN);
    assertThat(DataSourceUrls.of(own)).containsExactly(DataSourceUrls.UNKNOWN);
    assertThat(DataSourceUrls.of(new LazyConnectionDataSourceProxy(own)))
        .containsExactly(DataSourceUrls.UNKNOWN);
  }

  @Test
  void databases_in_the_memory_of_the_process_are_elsewhere_for_nobody() {
    assertThat(DataSourceUrls.of(pool("jdbc:h2:mem:audit"))).isEmpty();
    assertThat(DataSourceUrls.of(pool("jdbc:h2:file:/srv/audit"))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      value = {
        "jdbc:postgresql://db/shop?user=app&password=secret -> jdbc:postgresql://db/shop",
        "jdbc:mysql://app:secret@db/shop -> jdbc:mysql://db/shop",
        "jdbc:mysql://app:se/cr@et@db/shop -> jdbc:mysql://db/shop",
        "jdbc:oracle:thin:app/secret@//db:1521/shop -> jdbc:oracle:thin://db:1521/shop",
        "jdbc:sqlserver://db;user=app;password=secret -> jdbc:sqlserver://db"
      })
  void a_login_is_not_told(String url, String told) {
    assertThat(DataSourceUrls.withoutLogin(url)).isEqualTo(told);
  }

  private static HikariDataSource pool(String url) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(url);
    return pool;
  }
}
