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
 * Converts objects to JSON without empty lists and maps. The client would send those, and an apply
 * would take ownership of fields that it does not set.
 */
public final class SparseJson {
  private static final Gson GSON =
      JSON.getGson().newBuilder().registerTypeAdapterFactory(new WithoutEmpty()).create();

  private SparseJson() {}

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
