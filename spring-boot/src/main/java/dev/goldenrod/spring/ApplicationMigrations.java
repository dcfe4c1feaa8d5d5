package dev.goldenrod.spring;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The migrations of an application, done as the application does them when it starts: by Spring
 * Boot's configuration of Flyway and Liquibase, with the application's properties.
 */
record ApplicationMigrations(
    List<MigrationTool> tools, ConfigurableEnvironment environment, String version) {
  /** What Spring Boot makes of all other sources of properties; it knows none but these. */
  private static final String VIEW_OF_ALL = "configurationProperties";

  /** Empty when the application migrates nothing, or nowhere has files to migrate by. */
  static Optional<ApplicationMigrations> of(ConfigurableEnvironment environment) {
    List<MigrationTool> tools =
        MigrationTool.of(environment).stream()
            .filter(tool -> Fingerprint.hasFiles(tool, environment))
            .toList();
    return tools.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ApplicationMigrations(tools, environment, Fingerprint.of(tools, environment)));
  }

  /** Migrates that database. */
  void fill(DataSource database) throws SQLException {
    JdbcLogin login = JdbcLogin.of(database);
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.setEnvironment(connectedTo(login));
      context.registerBean("dataSource", DataSource.class, () -> database);
      tools.forEach(tool -> tool.autoConfiguration().ifPresent(context::register));
      context.refresh();
    }
  }

  private ConfigurableEnvironment connectedTo(JdbcLogin login) {
    StandardEnvironment connected = new StandardEnvironment();
    MutablePropertySources sources = connected.getPropertySources();
    sources.forEach(source -> sources.remove(source.getName()));
    sources.addFirst(CloneProperties.of(environment, login));
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (!source.getName().equals(VIEW_OF_ALL)) {
        sources.addLast(source);
      }
    }
    ConfigurationPropertySources.attach(connected);
    return connected;
  }
}
