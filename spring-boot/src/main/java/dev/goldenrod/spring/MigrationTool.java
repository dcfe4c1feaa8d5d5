package dev.goldenrod.spring;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** A migration tool that Spring Boot runs at startup. */
enum MigrationTool {
  FLYWAY(
      "spring.flyway",
      MigrationTool::foldersOfFlyway,
      "org.flywaydb.core.Flyway",
      "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
      "org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration"),
  LIQUIBASE(
      "spring.liquibase",
      MigrationTool::foldersOfLiquibase,
      "liquibase.integration.spring.SpringLiquibase",
      "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration",
      "org.springframework.boot.autoconfigure.liquibase.LiquibaseAutoConfiguration");

  private final String prefix;
  private final Function<Environment, List<String>> folders;
  private final String type;
  private final List<String> autoConfigurations;

  /** The auto-configuration has different names in Spring Boot 4 and Spring Boot 3. */
  MigrationTool(
      String prefix,
      Function<Environment, List<String>> folders,
      String type,
      String... autoConfigurations) {
    this.prefix = prefix;
    this.folders = folders;
    this.type = type;
    this.autoConfigurations = List.of(autoConfigurations);
  }

  /** Returns the tools that the application has and that are enabled. */
  static List<MigrationTool> of(Environment environment) {
    return Arrays.stream(values()).filter(tool -> tool.runsIn(environment)).toList();
  }

  private boolean runsIn(Environment environment) {
    return ClassUtils.isPresent(type, null)
        && autoConfiguration().isPresent()
        && environment.getProperty(prefix + ".enabled", Boolean.class, true);
  }

  Optional<Class<?>> autoConfiguration() {
    return autoConfigurations.stream()
        .filter(name -> ClassUtils.isPresent(name, null))
        .<Class<?>>map(name -> ClassUtils.resolveClassName(name, null))
        .findFirst();
  }

  String prefix() {
    return prefix;
  }

  /** Returns the folders of its files as Spring resource locations. */
  List<String> folders(Environment environment) {
    return folders.apply(environment);
  }

  private static List<String> foldersOfFlyway(Environment environment) {
    return Binder.get(environment)
        .bind("spring.flyway.locations", Bindable.listOf(String.class))
        .orElse(List.of("classpath:db/migration"))
        .stream()
        .map(folder -> folder.replace("{vendor}", "postgresql").replace("filesystem:", "file:"))
        .toList();
  }

  private static List<String> foldersOfLiquibase(Environment environment) {
    String changeLog =
        environment.getProperty(
            "spring.liquibase.change-log", "classpath:/db/changelog/db.changelog-master.yaml");
    return List.of(changeLog.substring(0, Math.max(0, changeLog.lastIndexOf('/'))));
  }
}
