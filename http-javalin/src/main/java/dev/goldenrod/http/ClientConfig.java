package dev.goldenrod.http;

import dev.goldenrod.http.service.ServiceRoutes;
import java.util.regex.Pattern;

/**
 * Client configuration returned by {@code GET /v1/clientconfig}.
 *
 * @param agentImage image reference of the agent
 * @param operatorImage image reference of the operator
 * @param routerImage image reference of the router
 * @param cliMinVersion the oldest supported CLI version, such as {@code v1.2.3}; empty for no
 *     minimum
 * @param cliLatestVersion the recommended CLI version, such as {@code v1.2.3}; empty for no
 *     recommendation
 * @param cliInstallUrl URL to install the CLI from; empty for the CLI's default
 */
public record ClientConfig(
    String agentImage,
    String operatorImage,
    String routerImage,
    String cliMinVersion,
    String cliLatestVersion,
    String cliInstallUrl) {
  private static final Pattern RELEASE =
      Pattern.compile("v(0|[1-9]\\d{0,8})(\\.(0|[1-9]\\d{0,8})){2}");

  /**
   * Validates the versions and the image references.
   *
   * @throws IllegalArgumentException if a version is neither empty nor a release tag, or an image
   *     is blank
   */
  public ClientConfig {
    requireImage("agent", agentImage);
    requireImage("operator", operatorImage);
    requireImage("router", routerImage);
    requireRelease("minimum", cliMinVersion);
    requireRelease("latest", cliLatestVersion);
  }

  /** Returns the images of this release, without any CLI settings. */
  public static ClientConfig defaults() {
    return ofImages(image("agent"), image("operator"), image("router"));
  }

  private static String image(String component) {
    return "goldenrod/" + component + ":" + Release.tag();
  }

  /** Returns a configuration with the given images and without any CLI settings. */
  public static ClientConfig ofImages(String agent, String operator, String router) {
    return new ClientConfig(agent, operator, router, "", "", "");
  }

  /** Returns a copy with the given minimum CLI version. */
  public ClientConfig withCliMinVersion(String version) {
    return new ClientConfig(
        agentImage, operatorImage, routerImage, version, cliLatestVersion, cliInstallUrl);
  }

  /** Returns a copy with the given recommended CLI version. */
  public ClientConfig withCliLatestVersion(String version) {
    return new ClientConfig(
        agentImage, operatorImage, routerImage, cliMinVersion, version, cliInstallUrl);
  }

  /** Returns a copy with the given URL to install the CLI from. */
  public ClientConfig withCliInstallUrl(String url) {
    return new ClientConfig(
        agentImage, operatorImage, routerImage, cliMinVersion, cliLatestVersion, url);
  }

  ServiceRoutes.ClientConfigView view() {
    return new ServiceRoutes.ClientConfigView(
        agentImage,
        operatorImage,
        routerImage,
        new ServiceRoutes.ClientConfigView.Cli(cliMinVersion, cliLatestVersion, cliInstallUrl));
  }

  private static void requireImage(String component, String image) {
    if (image.isBlank()) {
      throw new IllegalArgumentException("the " + component + " image must not be empty");
    }
  }

  private static void requireRelease(String which, String version) {
    if (!version.isEmpty() && !RELEASE.matcher(version).matches()) {
      throw new IllegalArgumentException(
          "the " + which + " client version '" + version + "' must be empty or of the form v1.2.3");
    }
  }
}
