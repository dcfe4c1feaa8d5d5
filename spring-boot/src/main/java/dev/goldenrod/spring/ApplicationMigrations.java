package dev.goldenrod.spring;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Runs the application's migrations as the application does at startup: with Spring Boot's
 * auto-configuration of Flyway and Liquibase and the application's properties.
 */
record ApplicationMigrations(
    List<MigrationTool> tools, ConfigurableEnvironment environment, String version) {
  /** Spring Boot's aggregated view of the property sources, which must not be copied. */
  private static final String VIEW_OF_ALL = "configurationProperties";

  private static final Set<String> LOGIN = Set.of("url", "user", "password", "driver-class-name");

  /**
   * Returns the application's migrations; empty if it has no migration tool or no migration files.
   */
  static Optional<ApplicationMigrations> of(ConfigurableEnvironment environment) {
    List<MigrationTool> tools =
        MigrationTool.of(environment).stream().filter(tool -> hasFiles(tool, environment)).toList();
    return tools.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ApplicationMigrations(tools, environment, fingerprint(tools, environment)));
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
    sources.addFirst(login.properties(environment));
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (!source.getName().equals(VIEW_OF_ALL)) {
        sources.addLast(source);
      }
    }
    ConfigurationPropertySources.attach(connected);
    return connected;
  }

  private static boolean hasFiles(MigrationTool tool, Environment environment) {
    return tool.folders(environment).stream().anyMatch(folder -> !files(folder).isEmpty());
  }

  /**
   * Returns a hash of the tools' files and properties, except those of the connection. It is equal
   * in any checkout if the migrations are.
   */
  private static String fingerprint(List<MigrationTool> tools, Environment environment) {
    Set<String> parts = new TreeSet<>();
    for (MigrationTool tool : tools) {
      settings(tool, environment).forEach((name, value) -> parts.add(name + "=" + value));
      tool.folders(environment).forEach(folder -> parts.addAll(files(folder)));
    }
    return hex(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> settings(MigrationTool tool, Environment environment) {
    Map<String, String> all =
        new TreeMap<>(
            Binder.get(environment)
                .bind(tool.prefix(), Bindable.mapOf(String.class, String.class))
                .orElse(Map.of()));
    all.keySet().removeAll(LOGIN);
    return all;
  }

  private static Set<String> files(String folder) {
    Set<String> found = new TreeSet<>();
    try {
      for (Resource file :
          new PathMatchingResourcePatternResolver().getResources(everywhere(folder) + "/**")) {
        if (file.isReadable()) {
          found.add(file.getFilename() + " " + hex(content(file)));
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the migrations in " + folder, e);
    }
  }

  /** Returns a pattern that finds the folder in all class path entries. */
  private static String everywhere(String folder) {
    if (folder.startsWith("file:")) {
      return folder;
    }
    String path = folder.substring(folder.indexOf(':') + 1);
    return "classpath*:" + (path.startsWith("/") ? path.substring(1) : path);
  }

  private static byte[] content(Resource file) throws IOException {
    try (InputStream content = file.getInputStream()) {
      return content.readAllBytes();
    }
  }

  private static String hex(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
