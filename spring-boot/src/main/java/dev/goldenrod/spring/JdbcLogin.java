package dev.goldenrod.spring;

import dev.goldenrod.instance.Credentials;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/** A login to a clone, which connects an application by Spring Boot's properties. */
record JdbcLogin(String url, String username, String password) {
  private static final String NAME = "goldenrod clone";
  private static final String DRIVER = "org.postgresql.Driver";
  private static final UrlProperties MAIN =
      new UrlProperties("spring.datasource", "url", "username");

  /** Optional logins that would override the main one. */
  private static final List<UrlProperties> OTHERS =
      List.of(
          new UrlProperties("spring.datasource.hikari", "jdbc-url", "username"),
          new UrlProperties("spring.flyway", "url", "user"),
          new UrlProperties("spring.liquibase", "url", "user"));

  private record UrlProperties(String prefix, String url, String user) {
    boolean isSet(Environment environment) {
      return environment.containsProperty(prefix + "." + url)
          || environment.containsProperty(prefix + "." + user);
    }

    void put(Map<String, Object> all, JdbcLogin login) {
      all.put(prefix + "." + url, login.url());
      all.put(prefix + "." + user, login.username());
      all.put(prefix + ".password", login.password());
      all.put(prefix + ".driver-class-name", DRIVER);
    }
  }

  static JdbcLogin of(Credentials clone) {
    return new JdbcLogin(clone.jdbcUrl(), clone.username(), clone.password());
  }

  static JdbcLogin of(DataSource database) throws SQLException {
    PGSimpleDataSource source = database.unwrap(PGSimpleDataSource.class);
    return new JdbcLogin(source.getURL(), source.getUser(), source.getPassword());
  }

  /** Returns properties that override every login that is set in the environment. */
  MapPropertySource properties(Environment environment) {
    Map<String, Object> all = new LinkedHashMap<>();
    MAIN.put(all, this);
    OTHERS.stream().filter(one -> one.isSet(environment)).forEach(one -> one.put(all, this));
    // Slice tests would otherwise replace the data source with an embedded database.
    all.put("spring.test.database.replace", "none");
    return new MapPropertySource(NAME, all);
  }

  @Override
  public String toString() {
    return url;
  }
}
