package dev.goldenrod.server;

import dev.goldenrod.console.settings.ServerSettings;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.port.DataPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Puts a server's settings into words for the console, without secrets. */
final class ShownSettings {
  private static final String METRICS =
      "/metrics of this address, with a token of an operator or admin or one with the scope metrics";

  private ShownSettings() {}

  /**
   * @param dataPlane of this process; empty if there is none or it is not reachable yet
   */
  static ServerSettings of(
      ServeSettings settings, int schemaVersion, Optional<DataPlane> dataPlane) {
    Optional<LocalDataPlane> local =
        dataPlane.filter(LocalDataPlane.class::isInstance).map(LocalDataPlane.class::cast);
    return new ServerSettings(
        settings.store().kind(),
        schemaVersion,
        fileSystem(settings.dataDir()),
        local.map(LocalDataPlane::volumeDescription).orElse(""),
        local.map(LocalDataPlane::isCopyOnWrite).orElse(false),
        local.map(LocalDataPlane::unenforcedLimits).orElse(List.of()),
        apiTls(settings),
        local.map(plane -> databaseTls(settings)).orElse(""),
        settings.management().map(ShownSettings::metricsAt).orElse(METRICS));
  }

  private static String metricsAt(AvailabilityOptions.Address management) {
    String port = management.port() == 0 ? "a free port" : "port " + management.port();
    return "/metrics of %s, %s, for everybody".formatted(management.host(), port);
  }

  private static String fileSystem(Path dataDir) {
    try {
      return Files.getFileStore(dataDir).type();
    } catch (IOException unknown) {
      return "an unknown file system";
    }
  }

  private static String apiTls(ServeSettings settings) {
    if (settings.tlsAuto()) {
      return "on, with a certificate that the server issues";
    }
    return settings.tls().isPresent() ? "on, with a certificate from files" : "off";
  }

  private static String databaseTls(ServeSettings settings) {
    return switch (settings.local().databaseTls().kind()) {
      case OFF -> "off";
      case AUTO -> "on, with certificates that the server issues";
      case CERT -> "on, with a certificate from files";
    };
  }
}
