package dev.goldenrod.cli.s3;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import software.amazon.awssdk.profiles.Profile;
import software.amazon.awssdk.profiles.ProfileFile;

/**
 * Endpoint, region and credentials of S3, from the same variables and files as AWS's tools.
 *
 * @param endpoint null for Amazon's own servers
 * @param ca PEM file of the only authorities to trust; empty for Java's defaults
 */
record S3Settings(
    @Nullable URI endpoint, String region, String ca, AwsCredentialsIdentity credentials) {
  /** Bucket names that a wildcard certificate covers as one level of a host name. */
  private static final String LABEL = "[a-z0-9-]+";

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

  /** Returns the URL of a bucket, without a slash at its end. */
  String bucketUrl(String bucket) {
    if (endpoint != null) {
      return endpoint.toString().replaceFirst("/+$", "") + "/" + bucket;
    }
    String domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    String host = "s3.%s.%s".formatted(region, domain);
    return bucket.matches(LABEL)
        ? "https://%s.%s".formatted(bucket, host)
        : "https://%s/%s".formatted(host, bucket);
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

  /** The profile in the AWS configuration files that {@code AWS_PROFILE} selects. */
  private static final class AwsProfile {
    private static final String DEFAULT = "default";

    private final ProfileFile files;
    private final String name;

    private AwsProfile(ProfileFile files, String name) {
      this.files = files;
      this.name = name;
    }

    /**
     * @throws CliException if a file cannot be read, or the selected profile does not exist
     */
    static AwsProfile of(Terminal terminal) {
      ProfileFile.Aggregator files = ProfileFile.aggregator();
      add(files, terminal, "AWS_SHARED_CREDENTIALS_FILE", "credentials");
      add(files, terminal, "AWS_CONFIG_FILE", "config");
      String asked = terminal.variable("AWS_PROFILE");
      AwsProfile profile = new AwsProfile(files.build(), asked.isEmpty() ? DEFAULT : asked);
      if (!asked.isEmpty() && profile.found().isEmpty()) {
        throw new CliException(
            ExitCode.USAGE,
            "AWS_PROFILE is '%s', which is not in AWS's files; see 'aws configure list-profiles'"
                .formatted(asked));
      }
      return profile;
    }

    private static void add(
        ProfileFile.Aggregator files, Terminal terminal, String variable, String name) {
      String chosen = terminal.variable(variable);
      Path file = chosen.isEmpty() ? Path.of(terminal.home(), ".aws", name) : Path.of(chosen);
      if (!Files.exists(file)) {
        return;
      }
      try {
        files.addFile(ProfileFile.builder().content(file).type(type(name)).build());
      } catch (RuntimeException withItsContent) {
        throw new CliException(
            ExitCode.USAGE,
            "'%s' cannot be read as an AWS configuration file; see 'aws configure list'"
                .formatted(file));
      }
    }

    private static ProfileFile.Type type(String name) {
      return name.equals("config") ? ProfileFile.Type.CONFIGURATION : ProfileFile.Type.CREDENTIALS;
    }

    private Optional<Profile> found() {
      return files.profile(name);
    }

    String property(String property) {
      return found().flatMap(profile -> profile.property(property)).orElse("");
    }

    /** Returns the endpoint URL for S3, otherwise the one for all services. */
    String endpoint() {
      return files
          .getSection("services", property("services"))
          .flatMap(services -> services.property("s3.endpoint_url"))
          .orElse(property("endpoint_url"));
    }
  }
}
