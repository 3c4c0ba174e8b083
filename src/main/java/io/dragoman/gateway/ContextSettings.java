package io.dragoman.gateway;

import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.PropertiesComponent;

/** Finds the settings of a Camel context, also in a host that knows nothing of the gateway. */
final class ContextSettings {
    private ContextSettings() {}

    static GatewaySettings of(CamelContext context) {
        synchronized (context) {
            GatewaySettings known = context.getRegistry().lookupByNameAndType(GatewaySettings.BEAN, GatewaySettings.class);
            if (known == null) {
                known = SettingsReader.read(ofHost(context)).settings();
                context.getRegistry().bind(GatewaySettings.BEAN, known);
            }
            return known;
        }
    }

    /** What the host's property sources say, in the host's own order of precedence. */
    private static Map<String, String> ofHost(CamelContext context) {
        PropertiesComponent component = context.getPropertiesComponent();
        Map<String, String> found = new TreeMap<>();
        Properties listed = component.loadProperties(name -> name.startsWith(Setting.PREFIX));
        listed.stringPropertyNames().forEach(name -> found.put(name, listed.getProperty(name)));
        for (Setting each : Setting.values()) {
            if (!each.ofProvider() && each != Setting.MODEL) {
                component.resolveProperty(each.key()).ifPresent(value -> found.put(each.key(), value));
            }
        }
        return found;
    }
}
