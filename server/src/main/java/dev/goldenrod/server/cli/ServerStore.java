package dev.goldenrod.server.cli;

import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.server.OfflineControlPlane;
import dev.goldenrod.server.OptionValue;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.storage.jdbi.StoreOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name a server's store, as given to {@code serve}. */
final class ServerStore {
  private static final Pattern PASSWORD = Pattern.compile("((?:password|user)=)[^&]*");

  @Mixin private DataDirOption dataDir = new DataDirOption();

  @Option(
      names = "--store-url",
      paramLabel = "URL",
      defaultValue = "",
      description = "URL of the server's store (the embedded store in DIR).")
  private String storeUrl = "";

  @Option(
      names = "--store-user",
      paramLabel = "USER",
      defaultValue = "",
      description = "User of the store.")
  private String storeUser = "";

  @Option(
      names = "--store-password",
      paramLabel = "PASSWORD",
      defaultValue = "",
      description =
          "Password of the store's user. Prefer GOLDENROD_STORE_PASSWORD, which process lists do"
              + " not show.")
  private String storePassword = "";

  @Option(
      names = "--store-password-file",
      paramLabel = "FILE",
      description =
          "File that contains the password of the store's user, in place of" + " --store-password.")
  private @Nullable Path storePasswordFile;

  /** Opens the store; throws {@link UsageException} if that fails. */
  OfflineControlPlane open() {
    return OfflineControlPlane.open(dataDir.path(), storeUrl, storeUser, password());
  }

  private String password() {
    return OptionValue.secret("--store-password", storePassword, storePasswordFile);
  }

  /** Returns the options without any password, quoted for a shell. */
  String words() {
    StringBuilder words = new StringBuilder("--data-dir ");
    words.append(ShellWord.of(dataDir().toString()));
    if (!storeUrl.isEmpty()) {
      String shown = PASSWORD.matcher(storeUrl).replaceAll("$1…");
      words.append(" --store-url ").append(ShellWord.of(shown));
    }
    if (!storeUser.isEmpty()) {
      words.append(" --store-user ").append(ShellWord.of(storeUser));
    }
    return words.toString();
  }

  Path dataDir() {
    return dataDir.path();
  }

  Optional<StoreOptions> url() {
    return storeUrl.isEmpty()
        ? Optional.empty()
        : Optional.of(StoreOptions.of(storeUrl, storeUser, password()));
  }
}
