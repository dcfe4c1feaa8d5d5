package dev.goldenrod.cli.s3;

import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/** An in-memory S3 server with one bucket, which verifies signatures. */
public final class S3Server implements AutoCloseable {
  public static final String BUCKET = "backups";
  public static final String SECRET = "a-secret-that-is-nowhere-shown";
  private static final String ID = "AKIDOFTESTS";

  private final CountingStore store = new CountingStore(new TransientNio2BlobStore());
  private final S3Proxy proxy =
      S3Proxy.builder()
          .blobStore(store)
          .endpoint(URI.create("http://127.0.0.1:0"))
          .awsAuthentication(AuthenticationType.AWS_V4, ID, SECRET)
          .build();

  public S3Server() {
    store.createContainer(CreateBucketRequest.builder().bucket(BUCKET).build());
    try {
      proxy.start();
    } catch (Exception e) {
      throw new IllegalStateException("S3 does not start", e);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + proxy.getPort();
  }

  /** Returns the AWS environment variables of a permitted user. */
  public Map<String, String> environment() {
    return Map.of(
        "AWS_ENDPOINT_URL_S3", url(), "AWS_ACCESS_KEY_ID", ID, "AWS_SECRET_ACCESS_KEY", SECRET);
  }

  /** Returns an AWS credentials file of the same user. */
  public String credentialsFile() {
    return "[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n".formatted(ID, SECRET);
  }

  /** Returns the number of parts received so far. */
  public int parts() {
    return store.parts.get();
  }

  /** Returns the unfinished uploads of all keys. */
  public List<String> uploads() {
    return store.listMultipartUploads(BUCKET).stream().map(it -> it.uploadId()).toList();
  }

  @Override
  public void close() {
    try {
      proxy.stop();
    } catch (Exception e) {
      throw new IllegalStateException("S3 does not stop", e);
    }
  }

  private static final class CountingStore extends ForwardingBlobStore {
    private final AtomicInteger parts = new AtomicInteger();

    private CountingStore(BlobStore store) {
      super(store);
    }

    @Override
    public UploadPartResponse uploadMultipartPart(
        MultipartUpload upload, UploadPartRequest request, InputStream body) {
      parts.incrementAndGet();
      return super.uploadMultipartPart(upload, request, body);
    }
  }
}
