package dev.goldenrod.image;

import com.google.cloud.tools.jib.api.CredentialRetriever;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import dev.goldenrod.server.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The base of an image. The runtime is null unless the base is {@code scratch}. */
record BaseImage(String text, @Nullable JavaRuntime runtime) {
  private static final String SCRATCH = "scratch";

  /**
   * Resolves a base, with a Java runtime for {@code scratch} only.
   *
   * @throws UsageException if the archive does not exist, or the arguments do not fit together
   */
  static BaseImage of(String text, @Nullable Path runtime) {
    if (text.equals(SCRATCH) && runtime == null) {
      throw new UsageException("--base scratch has no Java; pass a Java runtime with --jre DIR");
    }
    if (!text.equals(SCRATCH) && runtime != null) {
      throw new UsageException(
          "--jre needs --base scratch; base '%s' has its own Java".formatted(text));
    }
    if (isArchive(text) && !Files.isRegularFile(Path.of(text))) {
      throw new UsageException("--base '%s' is not a file".formatted(text));
    }
    return new BaseImage(text, runtime == null ? null : JavaRuntime.of(runtime));
  }

  /** Returns a builder of the base, or throws a {@link UsageException} if its name is invalid. */
  JibContainerBuilder builder() throws IOException {
    if (runtime != null) {
      return runtime.addTo(Jib.fromScratch());
    }
    return isArchive(text) ? Jib.from(TarImage.at(Path.of(text))) : Jib.from(registryImage(text));
  }

  /**
   * Returns an image of a registry, with the credentials from Docker's configuration.
   *
   * @throws UsageException if the name is invalid
   */
  static RegistryImage registryImage(String name) {
    try {
      ImageReference reference = ImageReference.parse(name);
      CredentialRetriever login =
          CredentialRetrieverFactory.forImage(reference, event -> {}).dockerConfig();
      return RegistryImage.named(reference).addCredentialRetriever(login);
    } catch (InvalidImageReferenceException e) {
      throw new UsageException(
          "'%s' is not an image name, for example registry/name:1".formatted(name));
    }
  }

  private static boolean isArchive(String text) {
    return text.endsWith(".tar");
  }
}
