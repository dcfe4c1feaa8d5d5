package dev.goldenrod.junit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Recipe of a golden: a PostgreSQL version and a sequence of steps. */
public final class Recipe {
  private final List<Step> steps = new ArrayList<>();
  private final List<String> roles = new ArrayList<>();
  private final List<Step.Script> adminScripts = new ArrayList<>();
  private String postgres = "";
  private Optional<Path> directory = Optional.empty();

  Recipe() {}

  /**
   * Sets the major version, such as {@code 15}. The default is the newest available version, which
   * changes when a newer one is installed.
   */
  public Recipe postgres(String version) {
    postgres = version;
    return this;
  }

  /**
   * Adds Flyway migrations in a class path folder, such as {@code db/migration}. Flyway and its
   * PostgreSQL module must be on the test's class path.
   */
  public Recipe migrations(String folder) {
    steps.add(new Step.FlywayMigrations(ClassPath.path(folder)));
    return this;
  }

  /**
   * Adds a Liquibase change log on the class path, such as {@code db/changelog/main.xml}. Included
   * files must be in the same folder or below. Liquibase must be on the test's class path.
   */
  public Recipe liquibase(String changeLog) {
    steps.add(new Step.LiquibaseChangeLog(ClassPath.path(changeLog)));
    return this;
  }

  /**
   * Adds a file of {@code pg_dump --no-owner --no-acl}, custom or plain. It is loaded with {@code
   * pg_restore} or {@code psql} of this machine.
   */
  public Recipe dump(Path file) {
    steps.add(new DumpStep(file.toAbsolutePath()));
    return this;
  }

  /**
   * Uses the data directory of a stopped PostgreSQL server, on the machine of the Goldenrod server.
   * Cannot be combined with other steps.
   */
  public Recipe directory(Path data) {
    directory = Optional.of(data.toAbsolutePath());
    return this;
  }

  /** Adds a SQL script on the class path, such as {@code schema.sql}. */
  public Recipe script(String resource) {
    steps.add(new Step.Script(resource, () -> ClassPath.read(ClassPath.path(resource))));
    return this;
  }

  /** Adds a SQL script file. */
  public Recipe script(Path file) {
    steps.add(new Step.Script(file.toString(), () -> ClassPath.read(file)));
    return this;
  }

  /**
   * Creates roles before the first step, for steps that grant to roles that only a superuser could
   * create. The roles cannot log in; the user of the clones is a member of each and can {@code SET
   * ROLE}. Supported only by {@link Goldenrod#embedded()}.
   */
  public Recipe roles(String... names) {
    roles.addAll(List.of(names));
    return this;
  }

  /**
   * Adds a SQL script on the class path that a superuser runs before the first step, for example to
   * create an untrusted extension. It must not grant the clones' user privileges beyond the
   * database. Supported only by {@link Goldenrod#embedded()}.
   */
  public Recipe adminScript(String resource) {
    adminScripts.add(new Step.Script(resource, () -> ClassPath.read(ClassPath.path(resource))));
    return this;
  }

  /** Adds a SQL script file that a superuser runs before the first step. */
  public Recipe adminScript(Path file) {
    adminScripts.add(new Step.Script(file.toString(), () -> ClassPath.read(file)));
    return this;
  }

  /**
   * Adds code that fills the database.
   *
   * @param version must change whenever the effect of the code changes, because code cannot be
   *     compared
   */
  public Recipe initializer(String version, Initializer code) {
    steps.add(new Step.Code(version, code));
    return this;
  }

  void validate(String golden) {
    boolean hasSteps = !steps.isEmpty() || !roles.isEmpty() || !adminScripts.isEmpty();
    if (directory.isPresent() && hasSteps) {
      throw new IllegalArgumentException(
          "golden '%s' is created from a directory, so it must not have other steps"
              .formatted(golden));
    }
    steps.forEach(Step::requireUsable);
    ingredients();
  }

  Optional<Path> directory() {
    return directory;
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }

  /** Returns the administrator's script for the given user of the clones; may be empty. */
  String administration(String user) {
    StringBuilder script = new StringBuilder();
    for (String role : roles) {
      script.append(
          "CREATE ROLE %1$s NOLOGIN; GRANT %1$s TO %2$s;\n".formatted(quoted(role), quoted(user)));
    }
    for (Step.Script step : adminScripts) {
      script.append(step.text()).append("\n;\n");
    }
    return script.toString();
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  String postgres() {
    return postgres;
  }

  /** Returns everything that the golden's content depends on, by name. */
  Map<String, byte[]> ingredients() {
    Map<String, byte[]> all = new TreeMap<>();
    directory.ifPresent(data -> all.putAll(ingredients(data)));
    for (int i = 0; i < roles.size(); i++) {
      all.put("role/%04d".formatted(i), roles.get(i).getBytes(StandardCharsets.UTF_8));
    }
    addAll(all, "admin/", adminScripts);
    addAll(all, "", steps);
    return all;
  }

  private static void addAll(Map<String, byte[]> all, String kind, List<? extends Step> steps) {
    for (int i = 0; i < steps.size(); i++) {
      String prefix = "%s%04d/".formatted(kind, i);
      steps.get(i).ingredients().forEach((name, content) -> all.put(prefix + name, content));
    }
  }

  /** Uses pg_control, which the server rewrites on every start and stop. */
  private static Map<String, byte[]> ingredients(Path data) {
    return Map.of(
        "directory",
        data.toString().getBytes(StandardCharsets.UTF_8),
        "control",
        ClassPath.read(data.resolve("global").resolve("pg_control")));
  }
}
