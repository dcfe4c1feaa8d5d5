package dev.goldenrod.spring;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeansException;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;

/**
 * Finds the JDBC URLs of a data source from the properties of pools, drivers and wrapped data
 * sources. Opens no connection.
 */
final class DataSourceUrls {
  /** Placeholder for a URL that a data source does not reveal. */
  static final String UNKNOWN = "an unknown URL";

  private static final List<String> IN_MEMORY =
      List.of("jdbc:h2:mem:", "jdbc:hsqldb:mem:", "jdbc:derby:memory:");
  private static final List<String> URLS = List.of("jdbcUrl", "url", "URL");
  private static final List<String> TARGETS =
      List.of("targetDataSource", "dataSource", "resolvedDataSources", "resolvedDefaultDataSource");

  /** If this property is set, HikariCP ignores the URL. */
  private static final String DRIVERS_CLASS = "dataSourceClassName";

  /** Matches a URL up to the end of a user and a password, and captures the part before them. */
  private static final Pattern BEFORE_LOGIN = Pattern.compile("^(jdbc:[a-z0-9:]*:(?://)?).*@");

  private final Set<DataSource> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<String> found = new ArrayList<>();

  private DataSourceUrls() {}

  /**
   * Returns all possible URLs except those of in-memory databases; may contain {@link #UNKNOWN}.
   */
  static List<String> of(DataSource source) {
    DataSourceUrls urls = new DataSourceUrls();
    urls.add(source);
    return urls.found.stream()
        .filter(url -> IN_MEMORY.stream().noneMatch(url::startsWith))
        .toList();
  }

  static String withoutParameters(String url) {
    return url.split("[?;]", 2)[0];
  }

  /** Returns the URL without parameters, user and password. */
  static String withoutLogin(String url) {
    return BEFORE_LOGIN.matcher(withoutParameters(url)).replaceFirst("$1");
  }

  private void add(DataSource source) {
    if (source instanceof EmbeddedDatabase || !seen.add(source)) {
      return;
    }
    BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(source);
    List<DataSource> targets =
        TARGETS.stream().flatMap(name -> targets(properties, name)).distinct().toList();
    if (targets.isEmpty()) {
      found.add(url(properties));
    } else {
      targets.forEach(this::add);
    }
  }

  private static String url(BeanWrapper properties) {
    return text(properties, DRIVERS_CLASS).isPresent()
        ? UNKNOWN
        : URLS.stream()
            .flatMap(name -> text(properties, name).stream())
            .findFirst()
            .orElse(UNKNOWN);
  }

  private static Stream<DataSource> targets(BeanWrapper properties, String name) {
    return value(properties, name).stream()
        .flatMap(value -> value instanceof Map<?, ?> map ? map.values().stream() : Stream.of(value))
        .filter(DataSource.class::isInstance)
        .map(DataSource.class::cast);
  }

  private static Optional<String> text(BeanWrapper properties, String name) {
    return value(properties, name)
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .filter(text -> !text.isBlank());
  }

  private static Optional<Object> value(BeanWrapper properties, String name) {
    try {
      return properties.isReadableProperty(name)
          ? Optional.ofNullable(properties.getPropertyValue(name))
          : Optional.empty();
    } catch (BeansException unreadable) {
      return Optional.empty();
    }
  }
}
