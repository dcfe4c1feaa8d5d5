package dev.goldenrod.cli.s3;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/**
 * Endpoint, region and credentials of S3, from the same variables and files as AWS's tools.
 *
 * @param endpoint null for Amazon's own servers
 * @param ca PEM file of the only authorities to trust; empty for Java's defaults
 */
record S3Settings(
    @Nullable URI endpoint, String region, String ca, AwsCredentialsIdentity credentials) {
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String KEY_ID = "AWS_ACCESS_KEY_ID";
  private static final String SECRET = "AWS_SECRET_ACCESS_KEY";

  /**
   * @throws CliException if a setting is missing or invalid
   */
  static S3Settings of(Terminal terminal) {
    AwsProfile profile = AwsProfile.of(terminal);
    URI endpoint =
        endpoint(
            first(
                terminal.variable("AWS_ENDPOINT_URL_S3"),
                terminal.variable("AWS_ENDPOINT_URL"),
                profile.endpoint()));
    String region =
        first(
            terminal.variable("AWS_REGION"),
            terminal.variable("AWS_DEFAULT_REGION"),
            profile.property("region"));
    String ca = first(terminal.variable("AWS_CA_BUNDLE"), profile.property("ca_bundle"));
    return new S3Settings(endpoint, region(region, endpoint), ca, credentials(terminal, profile));
  }

  /** Returns whether the connection is unencrypted and leaves this machine. */
  boolean isInClear() {
    return endpoint != null
        && "http".equals(endpoint.getScheme())
        && !LOOPBACK.contains(endpoint.getHost());
  }

  /** Omits the credentials. */
  @Override
  public String toString() {
    return "S3Settings[endpoint=%s, region=%s]".formatted(endpoint, region);
  }

  private static @Nullable URI endpoint(String url) {
    if (url.isEmpty()) {
      return null;
    }
    try {
      URI endpoint = new URI(url);
      if (endpoint.getScheme() != null
          && SCHEMES.contains(endpoint.getScheme())
          && endpoint.getHost() != null
          && endpoint.getUserInfo() == null) {
        return endpoint;
      }
    } catch (URISyntaxException notOne) {
      // Rejected below, like every other invalid URL.
    }
    throw new CliException(
        ExitCode.USAGE,
        "the S3 endpoint in AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or AWS's files is not a URL such"
            + " as https://s3.example.com:9000");
  }

  private static String region(String region, @Nullable URI endpoint) {
    if (!region.isEmpty()) {
      return region;
    }
    if (endpoint != null) {
      return "us-east-1";
    }
    throw new CliException(
        ExitCode.USAGE,
        "no region for S3: set AWS_REGION to the bucket's region, or AWS_ENDPOINT_URL_S3 to the URL"
            + " of a server that is not Amazon's");
  }

  private static AwsCredentialsIdentity credentials(Terminal terminal, AwsProfile profile) {
    if (!terminal.variable(KEY_ID).isEmpty() && !terminal.variable(SECRET).isEmpty()) {
      return identity(
          terminal.variable(KEY_ID),
          terminal.variable(SECRET),
          terminal.variable("AWS_SESSION_TOKEN"));
    }
    String id = profile.property("aws_access_key_id");
    String secret = profile.property("aws_secret_access_key");
    if (id.isEmpty() || secret.isEmpty()) {
      throw new CliException(
          ExitCode.NOT_ALLOWED,
          "no credentials for S3: set %s and %s, or AWS_PROFILE; for single sign-on and roles: %s"
              .formatted(
                  KEY_ID, SECRET, "eval \"$(aws configure export-credentials --format env)\""));
    }
    return identity(id, secret, profile.property("aws_session_token"));
  }

  private static AwsCredentialsIdentity identity(String id, String secret, String token) {
    return token.isEmpty()
        ? AwsCredentialsIdentity.create(id, secret)
        : AwsSessionCredentialsIdentity.create(id, secret, token);
  }

  private static String first(String... values) {
    return Stream.of(values).filter(value -> !value.isEmpty()).findFirst().orElse("");
  }
}
