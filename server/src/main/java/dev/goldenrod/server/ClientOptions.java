package dev.goldenrod.server;

import dev.goldenrod.http.ClientConfig;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Options of {@code serve} for GET /v1/client-config; an empty option uses the default. */
final class ClientOptions {
  private static final String MIN_VERSION = "--cli-min-version";
  private static final String LATEST_VERSION = "--cli-latest-version";

  @Option(
      names = "--agent-image",
      paramLabel = "IMAGE",
      defaultValue = "",
      description = "What GET /v1/client-config tells agents to run; this release's if left out.")
  String agentImage = "";

  @Option(
      names = "--operator-image",
      paramLabel = "IMAGE",
      defaultValue = "",
      description = "The same of operators.")
  String operatorImage = "";

  @Option(
      names = "--router-image",
      paramLabel = "IMAGE",
      defaultValue = "",
      description = "The same of routers.")
  String routerImage = "";

  @Option(
      names = MIN_VERSION,
      paramLabel = "VERSION",
      defaultValue = "",
      description = "The oldest command line client that is welcome, as told there.")
  String minVersion = "";

  @Option(
      names = LATEST_VERSION,
      paramLabel = "VERSION",
      defaultValue = "",
      description = "The newest one, as told there.")
  String latestVersion = "";

  @Option(
      names = "--cli-install-url",
      paramLabel = "URL",
      defaultValue = "",
      description = "Where to get it, as told there.")
  String installUrl = "";

  /** Returns the client configuration; throws {@link UsageException} if an option is malformed. */
  ClientConfig clientConfig() {
    ClientConfig release = ClientConfig.defaults();
    ClientConfig images =
        ClientConfig.ofImages(
            given(agentImage, release.agentImage()),
            given(operatorImage, release.operatorImage()),
            given(routerImage, release.routerImage()));
    ClientConfig oldest = checked(MIN_VERSION, minVersion, images::withCliMinVersion);
    return checked(LATEST_VERSION, latestVersion, oldest::withCliLatestVersion)
        .withCliInstallUrl(installUrl);
  }

  private static ClientConfig checked(
      String option, String version, Function<String, ClientConfig> config) {
    try {
      return config.apply(version);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage(), e);
    }
  }

  private static String given(String value, String otherwise) {
    return value.isBlank() ? otherwise : value;
  }
}
