package dev.goldenrod.cli.s3;

import dev.goldenrod.client.ApiConnection;
import java.net.URI;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The URLs of requests for one bucket. */
record S3Url(String bucket) {
  /** Bucket names that a wildcard certificate covers as one level of a host name. */
  private static final String LABEL = "[a-z0-9-]+";

  static S3Url of(S3Settings settings, String bucket) {
    if (settings.endpoint() != null) {
      return new S3Url(settings.endpoint().toString().replaceFirst("/+$", "") + "/" + bucket);
    }
    String region = settings.region();
    String domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    String host = "s3.%s.%s".formatted(region, domain);
    return new S3Url(
        bucket.matches(LABEL)
            ? "https://%s.%s".formatted(bucket, host)
            : "https://%s/%s".formatted(host, bucket));
  }

  URI of(S3Request request) {
    String query =
        request.query().entrySet().stream()
            .map(it -> encode(it.getKey()) + "=" + encode(it.getValue()))
            .collect(Collectors.joining("&"));
    String path =
        Stream.of(request.key().split("/", -1)).map(S3Url::encode).collect(Collectors.joining("/"));
    return URI.create(bucket + "/" + path + (query.isEmpty() ? "" : "?" + query));
  }

  private static String encode(String text) {
    return ApiConnection.encode(text).replace("*", "%2A").replace("%7E", "~");
  }
}
