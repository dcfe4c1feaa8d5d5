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

/**
 * What the image is made on.
 *
 * @param text as it was named
 * @param runtime Java for scratch
 */
record BaseImage(String text, @Nullable JavaRuntime runtime) {
  private static final String SCRATCH = "scratch";

  /**
   * The base of that name.
   *
   * @param runtime a Java runtime's folder, for scratch alone
   * @throws UsageException when there is no such archive, or the two do not go together
   */
  static BaseImage of(String text, @Nullable Path runtime) {
    if (text.equals(SCRATCH) && runtime == null) {
      throw new UsageException("--base scratch has no Java; name a runtime with --jre DIR");
    }
    if (!text.equals(SCRATCH) && runtime != null) {
      throw new UsageException(
          "--jre is for --base scratch; base '%s' has a Java of its own".formatted(text));
    }
    if (isArchive(text) && !Files.isRegularFile(Path.of(text))) {
      throw new UsageException("--base '%s' is no file".formatted(text));
    }
    return new BaseImage(text, runtime == null ? null : JavaRuntime.of(runtime));
  }

  /**
   * An image that has nothing but the base.
   *
   * @throws UsageException when the name is none of an image
   */
  JibContainerBuilder builder() throws IOException {
    if (runtime != null) {
      return runtime.addTo(Jib.fromScratch());
    }
    return isArchive(text) ? Jib.from(TarImage.at(Path.of(text))) : Jib.from(registryImage(text));
  }

  /**
   * That image of a registry, with the login that Docker's configuration has for it.
   *
   * @throws UsageException when the name is none of an image
   */
  static RegistryImage registryImage(String name) {
    try {
      ImageReference reference = ImageReference.parse(name);
      CredentialRetriever login =
          CredentialRetrieverFactory.forImage(reference, event -> {}).dockerConfig();
      return RegistryImage.named(reference).addCredentialRetriever(login);
    } catch (InvalidImageReferenceException e) {
      throw new UsageException(
          "'%s' is no name of an image, as in registry/name:1".formatted(name));
    }
  }

  private static boolean isArchive(String text) {
    return text.endsWith(".tar");
  }
}
