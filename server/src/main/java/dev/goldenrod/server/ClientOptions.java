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
      description = "Agent image that GET /v1/client-config reports (the image of this release).")
  String agentImage = "";

  @Option(
      names = "--operator-image",
      paramLabel = "IMAGE",
      defaultValue = "",
      description =
          "Operator image that GET /v1/client-config reports (the image of this release).")
  String operatorImage = "";

  @Option(
      names = "--router-image",
      paramLabel = "IMAGE",
      defaultValue = "",
      description = "Router image that GET /v1/client-config reports (the image of this release).")
  String routerImage = "";

  @Option(
      names = MIN_VERSION,
      paramLabel = "VERSION",
      defaultValue = "",
      description =
          "Oldest supported command line version that GET /v1/client-config reports" + " (none).")
  String minVersion = "";

  @Option(
      names = LATEST_VERSION,
      paramLabel = "VERSION",
      defaultValue = "",
      description = "Newest command line version that GET /v1/client-config reports (none).")
  String latestVersion = "";

  @Option(
      names = "--cli-install-url",
      paramLabel = "URL",
      defaultValue = "",
      description = "Download URL of the command line that GET /v1/client-config reports (none).")
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
