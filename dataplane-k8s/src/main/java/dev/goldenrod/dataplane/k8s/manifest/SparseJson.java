package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import io.kubernetes.client.openapi.JSON;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;

/**
 * Objects as JSON with what they say and nothing else. The client would send every list and map
 * that is empty, by which an apply takes fields over that it does not mean.
 */
public final class SparseJson {
  private static final Gson GSON =
      JSON.getGson().newBuilder().registerTypeAdapterFactory(new WithoutEmpty()).create();

  private SparseJson() {}

  /** The object of the client's model, without empty lists and maps. */
  public static JsonElement of(Object model) {
    return GSON.toJsonTree(model);
  }

  private static final class WithoutEmpty implements TypeAdapterFactory {
    @Override
    public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
      Class<? super T> raw = type.getRawType();
      if (!Map.class.isAssignableFrom(raw) && !Collection.class.isAssignableFrom(raw)) {
        return null;
      }
      TypeAdapter<T> usual = gson.getDelegateAdapter(this, type);
      return new TypeAdapter<>() {
        @Override
        public void write(JsonWriter out, T value) throws IOException {
          usual.write(out, isEmpty(value) ? null : value);
        }

        @Override
        public T read(JsonReader in) throws IOException {
          return usual.read(in);
        }
      };
    }

    private static boolean isEmpty(Object value) {
      return value instanceof Map<?, ?> map && map.isEmpty()
          || value instanceof Collection<?> list && list.isEmpty();
    }
  }
}
