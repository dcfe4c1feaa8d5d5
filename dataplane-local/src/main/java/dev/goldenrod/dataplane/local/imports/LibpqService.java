package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.port.DataPlaneException;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A connection for libpq's tools, in files that only the engines' user can read: neither the
 * command line nor the environment tells more than where they are. Names may hold any character,
 * whatever the locale of this process.
 */
final class LibpqService implements AutoCloseable {
  private static final String SECTION = "goldenrod";

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final Staging staging;
  private final String name;

  private LibpqService(Staging staging, String name) {
    this.staging = staging;
    this.name = name;
  }

  /** Writes the files; closing removes them. */
  static LibpqService write(
      Staging staging, String name, Map<String, String> parameters, String password) {
    LibpqService service = new LibpqService(staging, name);
    parameters.forEach(LibpqService::requireOneLine);
    String escaped = password.replace("\\", "\\\\").replace(":", "\\:");
    staging.writePrivate(service.passwordFile(), "*:*:*:*:" + escaped + "\n");
    String lines =
        parameters.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
            .collect(Collectors.joining());
    staging.writePrivate(
        service.serviceFile(),
        "[%s]\n%sapplication_name=goldenrod\npassfile=%s\n"
            .formatted(SECTION, lines, staging.file(service.passwordFile())));
    return service;
  }

  /** What tools take for {@code --dbname}. */
  String dbname() {
    return "service=" + SECTION;
  }

  Map<String, String> environment() {
    return Map.of("PGSERVICEFILE", staging.file(serviceFile()).toString());
  }

  @Override
  public void close() {
    staging.remove(passwordFile());
    staging.remove(serviceFile());
  }

  /** A file of services has one value a line: another line would be another parameter. */
  private static void requireOneLine(String key, String value) {
    if (CONTROL.matcher(value).find()) {
      throw new DataPlaneException(
          "%s of the connection has a control character: '%s'"
              .formatted(key, CONTROL.matcher(value).replaceAll("?")));
    }
  }

  private String serviceFile() {
    return name + ".service";
  }

  private String passwordFile() {
    return name + ".pgpass";
  }
}
