package dev.goldenrod.image;

import com.google.cloud.tools.jib.api.buildplan.Platform;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.Version;
import dev.goldenrod.server.cli.Main;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "image",
    description = "Builds the server's container image, without Docker.",
    mixinStandardHelpOptions = true)
public final class ImageCommand implements Callable<Integer> {
  private static final Set<Platform> PUBLISHED =
      new LinkedHashSet<>(List.of(new Platform("amd64", "linux"), new Platform("arm64", "linux")));

  @ArgGroup(multiplicity = "1")
  private Target target = new Target();

  @Option(
      names = "--name",
      paramLabel = "REFERENCE",
      description = "Name of the image in the archive (goldenrod:RELEASE).")
  private String name = "goldenrod:" + Version.current().replace("-SNAPSHOT", "");

  @Option(
      names = "--base",
      paramLabel = "BASE",
      defaultValue = "eclipse-temurin:17-jre",
      description =
          "Base image: an image of a registry, an archive of one (FILE.tar), or scratch"
              + " (${DEFAULT-VALUE}).")
  private String base = "";

  @Option(
      names = "--jre",
      paramLabel = "DIR",
      description = "Java runtime to add to --base scratch, with the libraries of this machine.")
  private @Nullable Path runtime;

  @Option(
      names = "--platform",
      paramLabel = "OS/MACHINE",
      description =
          "Platform of the image, for example linux/arm64; can be given several times with --push"
              + " (this machine's in an archive; linux/amd64 and linux/arm64 in a registry).")
  private List<String> platforms = List.of();

  @Option(
      names = "--insecure-registry",
      description = "Allow registries without TLS or without a valid certificate.")
  private boolean insecure;

  private final PrintStream out;
  private final ImageContents contents;
  private final Path cache;

  /**
   * @param cache the directory of cached layers
   */
  ImageCommand(PrintStream out, ImageContents contents, Path cache) {
    this.out = out;
    this.contents = contents;
    this.cache = cache;
  }

  private static final class Target {
    @Option(
        names = "--tar",
        paramLabel = "FILE",
        required = true,
        description = "Archive to write, for `docker load` and `ctr images import`.")
    private @Nullable Path tar;

    @Option(
        names = "--push",
        paramLabel = "REFERENCE",
        required = true,
        description = "Image of a registry to write, with the login in Docker's configuration.")
    private @Nullable String push;
  }

  public static void main(String[] args) {
    Path home = Path.of(System.getProperty("goldenrod.home"));
    ImageContents contents =
        new ImageContents(
            home.resolve("server/target/goldenrod.jar"),
            home.resolve("image/target/bom.json"),
            ImageContents.labels(Version.current(), System.getProperty("goldenrod.revision", "")));
    ImageCommand image = new ImageCommand(System.out, contents, home.resolve("image/target/cache"));
    int code = Main.commandLine(System.getenv(), new CommandLine(image)).execute(args);
    System.out.flush();
    System.exit(code);
  }

  @Override
  public Integer call() {
    ImageBuild build = new ImageBuild(BaseImage.of(base, runtime), contents, insecure, cache);
    if (target.tar != null) {
      out.println(build.toArchive(target.tar, name, platform()));
    } else if (target.push != null) {
      out.println(build.toRegistry(target.push, platformsToPush()));
    }
    return 0;
  }

  private Platform platform() {
    if (platforms.size() > 1) {
      throw new UsageException(
          "an archive has one platform; use --tar with either %s"
              .formatted(String.join(" or ", platforms)));
    }
    return platforms.isEmpty() ? ofThisMachine() : platform(platforms.get(0));
  }

  private Set<Platform> platformsToPush() {
    Set<Platform> result = new LinkedHashSet<>();
    if (runtime != null && platforms.isEmpty()) {
      result.add(ofThisMachine());
    }
    platforms.forEach(platform -> result.add(platform(platform)));
    return result.isEmpty() ? PUBLISHED : result;
  }

  /** Returns Linux on this machine's architecture. */
  private static Platform ofThisMachine() {
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return new Platform(
        switch (machine) {
          case "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> machine;
        },
        "linux");
  }

  /** Parses a platform such as {@code linux/arm64}, or throws a {@link UsageException}. */
  private static Platform platform(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new UsageException(
          "--platform '%s' must have the form OS/MACHINE, for example linux/amd64".formatted(text));
    }
    return new Platform(parts[1], parts[0]);
  }
}
