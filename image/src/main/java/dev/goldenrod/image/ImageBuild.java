package dev.goldenrod.image;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.JibContainer;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import dev.goldenrod.server.UsageException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

/**
 * Builds an image.
 *
 * @param insecure whether registries without TLS or a valid certificate are allowed
 * @param cache the directory of cached layers
 */
record ImageBuild(BaseImage base, ImageContents contents, boolean insecure, Path cache) {
  /**
   * Writes the image to an archive, and returns a line with its name and digest.
   *
   * @throws UsageException if the image cannot be built; the message says why
   */
  String toArchive(Path file, String name, Platform platform) {
    try {
      JibContainer made = make(Containerizer.to(TarImage.at(file).named(name)), Set.of(platform));
      return "%s: %s, %s/%s, %s"
          .formatted(file, name, platform.getOs(), platform.getArchitecture(), made.getDigest());
    } catch (InvalidImageReferenceException e) {
      throw new UsageException("--name '%s' is not an image name".formatted(name), e);
    }
  }

  /**
   * Pushes the image for all platforms under one name, and returns a line with its name and digest.
   *
   * @throws UsageException if the image cannot be built; the message says why
   */
  String toRegistry(String name, Set<Platform> platforms) {
    JibContainer made = make(Containerizer.to(BaseImage.registryImage(name)), platforms);
    return "%s@%s: %s"
        .formatted(
            name,
            made.getDigest(),
            platforms.stream()
                .map(platform -> platform.getOs() + "/" + platform.getArchitecture())
                .collect(Collectors.joining(", ")));
  }

  private JibContainer make(Containerizer target, Set<Platform> platforms) {
    try {
      return contents
          .addTo(base.builder())
          .setPlatforms(platforms)
          .containerize(
              target
                  .setToolName("goldenrod")
                  .setAllowInsecureRegistries(insecure)
                  .setBaseImageLayersCache(cache.resolve("base"))
                  .setApplicationLayersCache(cache.resolve("layers")));
    } catch (ExecutionException e) {
      throw failure(e.getCause() == null ? e : e.getCause());
    } catch (IOException | RegistryException | CacheDirectoryCreationException e) {
      throw failure(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(e);
    }
  }

  private UsageException failure(Throwable cause) {
    if (cause instanceof NoSuchFileException missing) {
      return new UsageException(
          "the image was not created: there is no file %s; build the project again, online"
              .formatted(missing.getMessage()),
          cause);
    }
    return new UsageException(
        "the image was not created: %s; use another --base than '%s', for example an archive of it"
            .formatted(cause.getMessage() == null ? cause : cause.getMessage(), base.text()),
        cause);
  }
}
