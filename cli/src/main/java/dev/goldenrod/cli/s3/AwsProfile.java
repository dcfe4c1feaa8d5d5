package dev.goldenrod.cli.s3;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import software.amazon.awssdk.profiles.Profile;
import software.amazon.awssdk.profiles.ProfileFile;

/** The profile in the AWS configuration files that {@code AWS_PROFILE} selects. */
final class AwsProfile {
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
