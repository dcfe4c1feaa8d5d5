package dev.goldenrod.cli.s3;

import dev.goldenrod.client.ApiConnection;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request for a bucket or an object.
 *
 * @param key the object's key; empty for the bucket
 * @param query the parameters, not encoded
 * @param body in pieces, which are not copied
 */
record S3Request(
    String method,
    String key,
    Map<String, String> query,
    Map<String, String> headers,
    List<byte[]> body) {

  static S3Request of(String method, String key) {
    return new S3Request(method, key, Map.of(), Map.of(), List.of());
  }

  S3Request with(String parameter, String value) {
    Map<String, String> more = new TreeMap<>(query);
    more.put(parameter, value);
    return new S3Request(method, key, more, headers, body);
  }

  S3Request withHeader(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new S3Request(method, key, query, more, body);
  }

  S3Request withBody(List<byte[]> pieces) {
    return new S3Request(method, key, query, headers, pieces);
  }

  long bytes() {
    return body.stream().mapToLong(piece -> piece.length).sum();
  }

  /** Returns the URL of the request for the bucket at the URL. */
  URI uri(String bucketUrl) {
    String parameters =
        query.entrySet().stream()
            .map(it -> encode(it.getKey()) + "=" + encode(it.getValue()))
            .collect(Collectors.joining("&"));
    String path =
        Stream.of(key.split("/", -1)).map(S3Request::encode).collect(Collectors.joining("/"));
    return URI.create(bucketUrl + "/" + path + (parameters.isEmpty() ? "" : "?" + parameters));
  }

  private static String encode(String text) {
    return ApiConnection.encode(text).replace("*", "%2A").replace("%7E", "~");
  }
}
