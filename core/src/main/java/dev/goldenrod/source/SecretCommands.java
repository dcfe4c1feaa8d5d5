package dev.goldenrod.source;

import java.util.regex.Pattern;

/** The commands that store the secret of a source where a data plane reads it, to be copied. */
public final class SecretCommands {
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_./:@%+=-]+");

  private SecretCommands() {}

  /** Returns the command for the machine of a data directory. */
  public static String inDirectory(String secret, String dataDir) {
    return "goldenrod secret put %s --data-dir %s".formatted(quoted(secret), quoted(dataDir));
  }

  /** Returns the command for a namespace of Kubernetes, which reads the password from a file. */
  public static String inNamespace(String secret, String namespace) {
    return "kubectl -n %s create secret generic %s --from-file=password=FILE"
        .formatted(quoted(namespace), quoted(secret));
  }

  /** Keeps a shell from running parts of names, which may come from another machine. */
  private static String quoted(String text) {
    return SAFE.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
