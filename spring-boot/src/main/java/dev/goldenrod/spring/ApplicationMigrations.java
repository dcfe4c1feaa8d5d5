package dev.goldenrod.spring;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Runs the application's migrations as the application does at startup: with Spring Boot's
 * auto-configuration of Flyway and Liquibase and the application's properties.
 */
record ApplicationMigrations(
    List<MigrationTool> tools, ConfigurableEnvironment environment, String version) {
  /** Spring Boot's aggregated view of the property sources, which must not be copied. */
  private static final String VIEW_OF_ALL = "configurationProperties";

  /**
   * Returns the application's migrations; empty if it has no migration tool or no migration files.
   */
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

  void fill(DataSource database) throws SQLException {
    JdbcLogin login = JdbcLogin.of(database);
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.setEnvironment(connectedTo(login));
      context.registerBean("dataSource", DataSource.class, () -> database);
      tools.forEach(tool -> tool.autoConfiguration().ifPresent(context::register));
      context.refresh();
    } catch (BeanCreationException e) {
      throw new CloneSetupException(
          "The application's migrations, from which the golden is created, failed: " + reason(e),
          "Fix the migrations, or set goldenrod.migrations, goldenrod.liquibase or goldenrod.dump"
              + " in their place",
          e);
    }
  }

  /**
   * Returns the message of the tool, which names the file, instead of Spring's, which names a bean.
   */
  private static String reason(BeanCreationException failure) {
    Throwable reason = failure;
    while (reason instanceof BeansException && reason.getCause() != null) {
      reason = reason.getCause();
    }
    return String.valueOf(reason.getMessage()).strip();
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
