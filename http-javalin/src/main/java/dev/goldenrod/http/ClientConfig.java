package dev.goldenrod.http;

import dev.goldenrod.http.service.ServiceRoutes;
import java.util.regex.Pattern;

/**
 * What {@code GET /v1/clientconfig} tells clients.
 *
 * @param agentImage image reference of the agent
 * @param operatorImage image reference of the operator
 * @param routerImage image reference of the router
 * @param cliMinVersion the oldest supported client, as {@code v1.2.3}; empty for no floor
 * @param cliLatestVersion the recommended client, as {@code v1.2.3}; empty for no notice
 * @param cliInstallUrl what clients install themselves from; empty for their own default
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
   * @throws IllegalArgumentException when a version is neither empty nor a release tag, or an image
   *     is empty
   */
  public ClientConfig {
    requireImage("agent", agentImage);
    requireImage("operator", operatorImage);
    requireImage("router", routerImage);
    requireRelease("minimum", cliMinVersion);
    requireRelease("latest", cliLatestVersion);
  }

  /** The images of this release, and nothing of the command-line client. */
  public static ClientConfig defaults() {
    return ofImages(image("agent"), image("operator"), image("router"));
  }

  private static String image(String component) {
    return "goldenrod/" + component + ":" + Release.tag();
  }

  /** Those images, and nothing of the command-line client. */
  public static ClientConfig ofImages(String agent, String operator, String router) {
    return new ClientConfig(agent, operator, router, "", "", "");
  }

  /** The same with that oldest supported client. */
  public ClientConfig withCliMinVersion(String version) {
    return new ClientConfig(
        agentImage, operatorImage, routerImage, version, cliLatestVersion, cliInstallUrl);
  }

  /** The same with that recommended client. */
  public ClientConfig withCliLatestVersion(String version) {
    return new ClientConfig(
        agentImage, operatorImage, routerImage, cliMinVersion, version, cliInstallUrl);
  }

  /** The same with that address to install clients from. */
  public ClientConfig withCliInstallUrl(String url) {
    return new ClientConfig(
        agentImage, operatorImage, routerImage, cliMinVersion, cliLatestVersion, url);
  }

  /** The same as it is told. */
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
