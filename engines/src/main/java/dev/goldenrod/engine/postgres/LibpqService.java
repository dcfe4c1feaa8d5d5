package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A connection for libpq's tools, in files that only the engines' user can read. Command line and
 * environment hold only the paths of these files. Names may have any character that a service file
 * supports, regardless of the locale of this process.
 */
public final class LibpqService implements AutoCloseable {
  private static final String SECTION = "goldenrod";

  private final ToolRunner runner;
  private final String name;

  private LibpqService(ToolRunner runner, String name) {
    this.runner = runner;
    this.name = name;
  }

  /**
   * Returns whether a service file can hold the value. The format has no quoting: a value ends with
   * its line, and spaces around it are stripped.
   */
  public static boolean canHold(String value) {
    return value.equals(value.strip()) && value.chars().noneMatch(Character::isISOControl);
  }

  /**
   * Returns the parameters for a server on the tools' own machine, to be completed.
   *
   * @param port on the loopback address of the tools
   */
  public static Map<String, String> loopback(int port, String database, String user) {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("host", PostgresLogin.LOOPBACK);
    parameters.put("port", Integer.toString(port));
    parameters.put("dbname", database);
    parameters.put("user", user);
    return parameters;
  }

  /**
   * Writes the files, which {@link #close} removes.
   *
   * @throws DataPlaneException if a service file cannot hold a value
   */
  public static LibpqService write(
      ToolRunner runner, String name, Map<String, String> parameters, String password) {
    parameters.forEach(LibpqService::requireHoldable);
    LibpqService service = new LibpqService(runner, name);
    String escaped = password.replace("\\", "\\\\").replace(":", "\\:");
    write(runner, service.passwordFile(), "*:*:*:*:" + escaped + "\n");
    String lines =
        parameters.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
            .collect(Collectors.joining());
    write(
        runner,
        service.serviceFile(),
        "[%s]\n%sapplication_name=goldenrod\npassfile=%s\n"
            .formatted(SECTION, lines, runner.file(service.passwordFile())));
    return service;
  }

  /** Returns the value of the tools' option {@code --dbname}. */
  public String dbname() {
    return "service=" + SECTION;
  }

  public Map<String, String> environment() {
    return Map.of("PGSERVICEFILE", runner.file(serviceFile()).toString());
  }

  @Override
  public void close() {
    runner.remove(passwordFile());
    runner.remove(serviceFile());
  }

  private static void requireHoldable(String key, String value) {
    if (!canHold(value)) {
      throw new DataPlaneException(
          "%s '%s' contains a control character, or starts or ends with whitespace, which a libpq service file cannot represent"
              .formatted(key, OneLine.of(value)));
    }
  }

  private static void write(ToolRunner runner, String name, String text) {
    runner.write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private String serviceFile() {
    return name + ".service";
  }

  private String passwordFile() {
    return name + ".pgpass";
  }
}
