import { hawtio, helpRegistry, jolokiaService, workspace } from '@hawtio/react';
import { DragomanPage } from './page.js';
import { HELP } from './help.js';

const ID = 'dragoman';
const STREAMS = 'org.apache.camel:type=services,name=Streams,*';

/** Called by Hawtio. The page shows up only where a gateway's MBeans are. */
export const plugin = () => {
  hawtio.addPlugin({
    id: ID,
    title: 'Dragoman',
    path: '/dragoman',
    component: DragomanPage,
    isActive: async () => {
      await workspace.getTree();
      return (await jolokiaService.search(STREAMS)).length > 0;
    },
  });
  helpRegistry.add(ID, 'Dragoman', HELP, 20);
};
