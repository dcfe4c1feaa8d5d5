package dev.goldenrod.junit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a golden is made from: a version of PostgreSQL, and steps in their order. */
public final class Recipe {
  private final List<Step> steps = new ArrayList<>();
  private final List<String> roles = new ArrayList<>();
  private final List<ScriptStep> adminScripts = new ArrayList<>();
  private String postgres = "";
  private Optional<Path> directory = Optional.empty();

  Recipe() {}

  /**
   * The major version, as in {@code 15}; the newest that can run if it is left out, which is
   * another one after the machine got another one.
   */
  public Recipe postgres(String version) {
    postgres = version;
    return this;
  }

  /**
   * Flyway's migrations in a folder of the class path, as in {@code db/migration}. Flyway is the
   * test's own, with its module for PostgreSQL.
   */
  public Recipe migrations(String folder) {
    steps.add(new FlywayStep(ClassPath.path(folder)));
    return this;
  }

  /**
   * Liquibase's change log on the class path, as in {@code db/changelog/main.xml}, with all it
   * includes in its own folder. Liquibase is the test's own.
   */
  public Recipe liquibase(String changeLog) {
    steps.add(new LiquibaseStep(ClassPath.path(changeLog)));
    return this;
  }

  /**
   * A file of {@code pg_dump --no-owner --no-acl}, custom or plain. It is loaded by {@code
   * pg_restore} or {@code psql} of this machine.
   */
  public Recipe dump(Path file) {
    steps.add(new DumpStep(file.toAbsolutePath()));
    return this;
  }

  /**
   * A data directory of a PostgreSQL server that is stopped, on the machine of Goldenrod's server.
   * There are no other steps then.
   */
  public Recipe directory(Path data) {
    directory = Optional.of(data.toAbsolutePath());
    return this;
  }

  /** A script of SQL statements on the class path, as in {@code schema.sql}. */
  public Recipe script(String resource) {
    steps.add(new ScriptStep(resource, () -> ClassPath.read(ClassPath.path(resource))));
    return this;
  }

  /** A script of SQL statements in a file. */
  public Recipe script(Path file) {
    steps.add(new ScriptStep(file.toString(), () -> ClassPath.read(file)));
    return this;
  }

  /**
   * Roles that are there before the first step, for steps that grant to them, which only a
   * superuser could create. They have no logins; the user of the clones is a member of each, so
   * that it can {@code SET ROLE}. Of {@link Goldenrod#embedded()} only.
   */
  public Recipe roles(String... names) {
    roles.addAll(List.of(names));
    return this;
  }

  /**
   * A script of SQL statements on the class path that a superuser runs before the first step, as
   * for an extension that is not trusted. It may not give the clones' user what leads out of the
   * database. Of {@link Goldenrod#embedded()} only.
   */
  public Recipe adminScript(String resource) {
    adminScripts.add(new ScriptStep(resource, () -> ClassPath.read(ClassPath.path(resource))));
    return this;
  }

  /** The same with a script in a file. */
  public Recipe adminScript(Path file) {
    adminScripts.add(new ScriptStep(file.toString(), () -> ClassPath.read(file)));
    return this;
  }

  /**
   * Code that fills the database.
   *
   * @param version to be changed whenever the code does something else, as code cannot be compared
   */
  public Recipe initializer(String version, Initializer code) {
    steps.add(new InitializerStep(version, code));
    return this;
  }

  void requireSensible(String golden) {
    boolean hasSteps = !steps.isEmpty() || !roles.isEmpty() || !adminScripts.isEmpty();
    if (directory.isPresent() && hasSteps) {
      throw new IllegalArgumentException(
          "golden '%s' is made from a directory, so it has no other steps".formatted(golden));
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

  /**
   * What the administrator runs before the steps; empty for nothing.
   *
   * @param user of the clones
   */
  String administration(String user) {
    StringBuilder script = new StringBuilder();
    for (String role : roles) {
      script.append(
          "CREATE ROLE %1$s NOLOGIN; GRANT %1$s TO %2$s;\n".formatted(quoted(role), quoted(user)));
    }
    for (ScriptStep step : adminScripts) {
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

  /** Everything that a golden of it depends on, by name. */
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

  /** The file that a server changes whenever it starts and ends. */
  private static Map<String, byte[]> ingredients(Path data) {
    return Map.of(
        "directory",
        data.toString().getBytes(StandardCharsets.UTF_8),
        "control",
        ClassPath.read(data.resolve("global").resolve("pg_control")));
  }
}
