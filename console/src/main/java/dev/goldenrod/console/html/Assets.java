package dev.goldenrod.console.html;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The files that pages load: a style sheet, scripts and an icon. Thread-safe. */
public final class Assets {
  private static final String HTMX = "/META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";
  private static final String OWN = "/dev/goldenrod/console/assets/";
  private static final int VERSION_BYTES = 6;

  private static final Map<String, Asset> FILES =
      Map.of(
          "console.css", Asset.of(OWN + "console.css", "text/css; charset=utf-8"),
          "console.js", Asset.of(OWN + "console.js", "text/javascript; charset=utf-8"),
          "htmx.js", Asset.of(HTMX, "text/javascript; charset=utf-8"),
          "icon.svg", Asset.of(OWN + "icon.svg", "image/svg+xml"));

  /** Changes with the content of any file, so that browsers may keep the files. */
  static final String VERSION = version();

  private record Asset(byte[] plain, byte[] compressed, String type) {
    static Asset of(String resource, String type) {
      try (InputStream in = Assets.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IllegalStateException(resource + " is missing from the console's class path");
        }
        byte[] plain = in.readAllBytes();
        return new Asset(plain, compressed(plain), type);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static byte[] compressed(byte[] plain) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(plain);
      }
      return out.toByteArray();
    }
  }

  private static String version() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      FILES.keySet().stream().sorted().forEach(name -> digest.update(FILES.get(name).plain()));
      return HexFormat.of().formatHex(digest.digest(), 0, VERSION_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /** Adds the route of the files. */
  public void addTo(JavalinConfig config) {
    config.routes.get("/assets/{version}/{file}", Assets::send);
  }

  private static void send(Context context) {
    Asset asset = FILES.get(context.pathParam("file"));
    if (asset == null) {
      context.status(404).result("not found");
      return;
    }
    context
        .header("Cache-Control", "public, max-age=31536000, immutable")
        .header("Vary", "Accept-Encoding")
        .header("X-Content-Type-Options", "nosniff")
        .contentType(asset.type());
    if (acceptsGzip(context.header("Accept-Encoding"))) {
      context.header("Content-Encoding", "gzip").result(asset.compressed());
    } else {
      context.result(asset.plain());
    }
  }

  private static boolean acceptsGzip(@Nullable String encodings) {
    return encodings != null && encodings.matches("(.*,)?\\s*gzip\\s*(,.*)?");
  }
}
